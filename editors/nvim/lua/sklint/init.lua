-- sklint for Neovim: require("sklint").setup({ cmd = …, settings = … }), and what the commands do.
local client = require("sklint.client")

local M = {}

-- Options: cmd, the program and its arguments; settings, as in the README.
function M.setup(options)
  client.options = vim.tbl_deep_extend("force", client.options, options or {})
  client.enable()
end

local function server()
  local found = client.running(vim.api.nvim_get_current_buf())[1]
  if not found then
    vim.notify("sklint does not run for this buffer; :checkhealth sklint tells why", vim.log.levels.WARN)
  end
  return found
end

local function execute(running, command, arguments)
  return client.ask(running, "workspace/executeCommand", { command = command, arguments = arguments })
end

-- Fix all that is safe, before this returns: it may be called before a write.
function M.fix_all()
  local running = server()
  if running and execute(running, "sklint.server.fixAll", { vim.uri_from_bufnr(0) }) == false then
    vim.notify("sklint: there is nothing to fix safely")
  end
end

local function apply(running, action)
  if not action.edit then
    action = client.ask(running, "codeAction/resolve", action)
  end
  if action and action.edit then
    vim.lsp.util.apply_workspace_edit(action.edit, running.offset_encoding)
  end
end

-- What the server offers of one kind anywhere in the buffer.
local function offered(running, kind)
  local last = vim.api.nvim_buf_line_count(0)
  return client.ask(running, "textDocument/codeAction", {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    range = { start = { line = 0, character = 0 }, ["end"] = { line = last, character = 0 } },
    context = { only = { kind }, diagnostics = {} },
  }) or {}
end

-- Write the IO contract of the file's kernels, or add those that it lacks. The server says why where it cannot.
function M.contract()
  local running = server()
  if not running then
    return
  end
  local actions = offered(running, "refactor.rewrite.sklint.contract")
  if #actions == 0 then
    vim.notify("sklint: the IO contract has every kernel of this file, or cannot be made from here (sklint write-io-contract can)")
  else
    apply(running, actions[1])
  end
end

-- Generate the binding of a kernel: of the named one, else of one that the user chooses if there are several.
function M.bind(kernel)
  local running = server()
  if not running then
    return
  end
  local actions = offered(running, "refactor.rewrite.sklint.bind")
  if kernel and kernel ~= "" then
    actions = vim.tbl_filter(function(action)
      return action.title:find("'" .. kernel .. "'", 1, true) ~= nil
    end, actions)
  end
  if #actions == 0 then
    vim.notify("sklint: " .. (kernel and kernel ~= "" and kernel .. " is no kernel without a binding here" or "every kernel here is bound"))
  elseif #actions == 1 then
    apply(running, actions[1])
  else
    local title = function(action)
      return action.title
    end
    vim.ui.select(actions, { prompt = "Generate:", format_item = title }, function(action)
      if action then
        apply(running, action)
      end
    end)
  end
end

-- The rule reported at the cursor's line, or the named one.
function M.rule(rule)
  local running = server()
  if rule == nil or rule == "" then
    local here = vim.diagnostic.get(0, { lnum = vim.api.nvim_win_get_cursor(0)[1] - 1 })
    local own = vim.tbl_filter(function(it)
      return it.source == "sklint"
    end, here)
    rule = own[1] and (own[1].code or own[1].user_data.lsp.code)
  end
  if not (running and rule) then
    return
  end
  local page = execute(running, "sklint.server.showRule", { rule })
  if page and page ~= "" and vim.fn.has("nvim-0.8") == 0 then -- it cannot be told to show a file
    vim.lsp.util.open_floating_preview(vim.split(page, "\n"), "markdown", {})
  end
end

-- Stop the servers, and start them again for the buffers they had.
function M.restart()
  local buffers = {}
  for _, running in ipairs(client.running()) do
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.lsp.buf_is_attached(buffer, running.id) then
        buffers[buffer] = true
      end
    end
    client.stop(running)
  end
  vim.wait(5000, function()
    return #client.running() == 0
  end, 20)
  buffers[vim.api.nvim_get_current_buf()] = true
  for buffer in pairs(buffers) do
    vim.api.nvim_buf_call(buffer, function()
      vim.cmd("doautocmd <nomodeline> FileType " .. vim.bo.filetype)
    end)
  end
end

function M.log()
  vim.cmd("edit " .. vim.fn.fnameescape(vim.lsp.get_log_path()))
end

return M
