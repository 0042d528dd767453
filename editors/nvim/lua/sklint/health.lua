-- :checkhealth sklint
local M = {}

local old = not (vim.health and vim.health.start) and (vim.fn.has("nvim-0.8") == 1 and vim.health or require("health"))
local start = old and old.report_start or vim.health.start
local ok = old and old.report_ok or vim.health.ok
local info = old and old.report_info or vim.health.info
local warn = old and old.report_warn or vim.health.warn
local fail = old and old.report_error or vim.health.error

local function program()
  local cmd = require("sklint.client").options.cmd
  if type(cmd) ~= "table" then
    info("the server is started by a function")
    return
  end
  if vim.fn.executable(cmd[1]) == 0 then
    fail(cmd[1] .. " is not a program here", {
      "python3 -m pip install sklint",
      'or name it: require("sklint").setup({ cmd = { "/path/to/sklint", "lsp" } })',
    })
    return
  end
  local version = vim.fn.system({ cmd[1], "--version" }):gsub("%s+$", "")
  if vim.v.shell_error == 0 then
    ok(vim.fn.exepath(cmd[1]) .. ": " .. version)
  else
    fail(cmd[1] .. " --version fails: " .. version)
  end
end

local function clients()
  local running = require("sklint.client").running()
  for _, client in ipairs(running) do
    ok("a server runs for " .. (client.config.root_dir or "single files"))
  end
  if #running == 0 then
    warn("no server runs; open an .asc file that is code", {
      'vim.lsp.enable("sklint") or require("sklint").setup() must have been called',
    })
  end
end

function M.check()
  start("sklint")
  if vim.fn.has("nvim-0.7") == 1 then
    ok("Neovim is new enough" .. (vim.lsp.enable and ", and has vim.lsp.enable" or ""))
  else
    fail("Neovim 0.7 or newer is needed")
  end
  program()
  clients()
end

return M
