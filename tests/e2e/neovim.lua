-- nvim --headless -u neovim.lua FILE: does what $SCENARIO names, as a user does; prints one JSON line; status 1 if it fails.
local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
local plugin = vim.fn.fnamemodify(here .. "/../../editors/nvim", ":p")
vim.opt.runtimepath:prepend(plugin)
vim.cmd("filetype plugin on")
vim.cmd("syntax on")
local program = { os.getenv("SKLINT"), "lsp" }
require("sklint").setup({ cmd = program, settings = vim.fn.json_decode(os.getenv("SETTINGS") or "{}") })

local seen = {} -- what is told to the test

local function wait(what, condition)
  assert(vim.wait(20000, condition, 20), "waited in vain for " .. what)
end

local function findings(count)
  wait(count .. " findings", function()
    return #vim.diagnostic.get(0) == count
  end)
  return vim.diagnostic.get(0)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

-- The code action menu: take the first entry, and remember what was offered.
vim.ui.select = function(items, options, choose)
  seen.menu = vim.tbl_map(options.format_item or tostring, items)
  choose(items[1], 1)
end

local scenarios = {}

function scenarios.repair()
  seen.filetype = vim.bo.filetype
  local found = findings(1)[1]
  seen.finding = { found.lnum + 1, found.col, found.end_col, found.severity, found.source, found.code or found.user_data.lsp.code }
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  vim.lsp.buf.code_action()
  wait("the quick fix", function()
    return text():find("alignas(4) bool", 1, true)
  end)
  findings(0)
  vim.cmd("write")
end

function scenarios.contract()
  local found = findings(1)[1]
  seen.finding = { found.lnum + 1, found.source, found.code or found.user_data.lsp.code }
  vim.cmd("edit " .. vim.fn.expand("%:p:h") .. "/package.json")
  vim.wait(500)
  seen.others = #require("sklint.client").running(vim.api.nvim_get_current_buf())
end

function scenarios.bind()
  findings(1)
  vim.cmd("SklintFixAll")
  vim.cmd("SklintBind")
  wait("the binding", function()
    return text():find("SK_BIND(scale,", 1, true)
  end)
  findings(0)
  vim.cmd("write")
end

function scenarios.bind_at_once()
  findings(1)
  vim.cmd("SklintFixAll")
  for _ = 1, 3 do
    vim.cmd("let &undolevels = &undolevels") -- what follows is undone by itself
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { "// 一" }) -- and the server is asked before it was told of it
    vim.cmd("let &undolevels = &undolevels")
    vim.cmd("SklintBind")
    wait("the binding", function()
      return text():find("SK_BIND(scale,", 1, true)
    end)
    vim.cmd("silent undo")
    vim.cmd("silent undo")
  end
  vim.cmd("SklintBind")
  findings(0)
  vim.cmd("write")
end

function scenarios.rule()
  local found = findings(1)[1]
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, 0 })
  vim.cmd("SklintRule")
  local function page()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
      if table.concat(lines, "\n"):find("sk.args-struct-alignas", 1, true) then
        return true
      end
    end
  end
  wait("the page of the rule", page)
end

function scenarios.write_contract()
  findings(1)
  vim.cmd("SklintContract")
  wait("the contract", function()
    return vim.fn.bufnr("%.io-contract.json$") > 0 or vim.fn.bufnr("kernels.io-contract.json") > 0
  end)
  vim.cmd("wall")
end

function scenarios.no_rule()
  findings(1)
  vim.cmd("SklintRule sk.nope")
  wait("the message", function()
    seen.messages = vim.fn.execute("messages")
    return seen.messages:find("sk.nope", 1, true)
  end)
end

function scenarios.restart()
  findings(1)
  local before = require("sklint.client").running(0)[1].id
  vim.cmd("SklintRestart")
  wait("another server", function()
    local running = require("sklint.client").running(0)[1]
    return running and running.id ~= before
  end)
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { "// changed" })
  findings(1)
end

function scenarios.settings()
  wait("the server", function()
    return #require("sklint.client").running(0) == 1
  end)
  vim.cmd("SklintFixAll") -- answered after the check
  seen.findings = #vim.diagnostic.get(0)
end

function scenarios.health()
  findings(1)
  vim.cmd("checkhealth sklint")
  seen.health = text()
end

function scenarios.filetype()
  seen.filetype = vim.bo.filetype
  local function runs()
    return #require("sklint.client").running(0) > 0
  end
  seen.runs = vim.wait(seen.filetype == "asc" and 20000 or 300, runs, 20)
end

vim.api.nvim_create_autocmd("VimEnter", {
  callback = function()
    vim.schedule(function()
      local ok, failure = xpcall(scenarios[os.getenv("SCENARIO")], debug.traceback)
      seen.failure = not ok and failure or nil
      io.stdout:write("\n" .. vim.fn.json_encode(seen) .. "\n")
      vim.cmd(ok and "qa!" or "cq!")
    end)
  end,
})
