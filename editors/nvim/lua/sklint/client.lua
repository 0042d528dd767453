-- Starts `sklint lsp` for a buffer, in the way that the running Neovim has.
local M = {}

M.options = { cmd = { "sklint", "lsp" }, settings = {} }
M.filetypes = { "asc", "cpp", "c", "json", "jsonc" }

local started = {} -- Neovim 0.7: folder -> client id

-- The nearest folder at or above a file that holds one of the names; nil where there is none.
local function above(file, names)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  while true do
    for _, name in ipairs(names) do
      if vim.loop.fs_stat(folder .. "/" .. name) then
        return folder
      end
    end
    local parent = vim.fn.fnamemodify(folder, ":h")
    if parent == folder then
      return nil
    end
    folder = parent
  end
end

-- Whether a JSON file is named as a contract of an operator.
local function contract(file)
  local name = vim.fn.fnamemodify(file, ":t")
  return name:match("^operator%-.*%.json$") or name:match("io%-contract.*%.json$")
end

-- The folder that a buffer belongs to; nil for C++ and JSON that have nothing to do with sklint.
function M.root(buffer)
  local file, filetype = vim.api.nvim_buf_get_name(buffer), vim.bo[buffer].filetype
  local json = filetype == "json" or filetype == "jsonc"
  if json and not contract(file) then
    return nil
  end
  local own = above(file, { "sklint.toml" })
  if own or not (json or filetype == "asc") then
    return own
  end
  return above(file, { "pyproject.toml", ".git" }) or vim.fn.fnamemodify(file, ":p:h")
end

-- A rule's page opens in the preview window.
local function show_document(_, result, context, config)
  if result.uri:match("%.md$") then
    vim.cmd("pedit " .. vim.fn.fnameescape(vim.uri_to_fname(result.uri)))
    return { success = true }
  end
  return vim.lsp.handlers["window/showDocument"](_, result, context, config)
end

-- What Neovim can do. Before 0.11 it does not say that it applies edits that create files, as it does.
local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  all.workspace.workspaceEdit.documentChanges = true
  return all
end

function M.config()
  return {
    name = "sklint",
    cmd = M.options.cmd,
    filetypes = M.filetypes,
    capabilities = capabilities(),
    root_dir = function(buffer, use)
      local root = M.root(buffer)
      if root then
        use(root)
      end
    end,
    settings = { sklint = M.options.settings },
    init_options = { settings = M.options.settings },
    handlers = { ["window/showDocument"] = show_document },
  }
end

-- Neovim before 0.11.
function M.start(buffer)
  local config = M.config()
  config.root_dir = M.root(buffer)
  if not config.root_dir then
    return
  end
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local id = started[config.root_dir]
  if not (id and vim.lsp.get_client_by_id(id)) then
    id = vim.lsp.start_client(config)
    started[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

function M.enable()
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config("sklint", M.config())
    vim.lsp.enable("sklint")
    return
  end
  local group = vim.api.nvim_create_augroup("sklint", { clear = true })
  local start = function(event)
    M.start(event.buf)
  end
  vim.api.nvim_create_autocmd("FileType", { group = group, pattern = M.filetypes, callback = start })
end

-- The running clients: of a buffer, or all of them.
function M.running(buffer)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  local all = get()
  return vim.tbl_filter(function(client)
    return client.name == "sklint" and (buffer == nil or vim.lsp.buf_is_attached(buffer, client.id))
  end, all)
end

-- The answer of the current buffer's server; nil without one. Errors are shown. The buffer is named, not 0: then what
-- was typed since is sent first.
function M.ask(client, method, params)
  local buffer = vim.api.nvim_get_current_buf()
  local answer
  if vim.fn.has("nvim-0.11") == 1 then
    answer = client:request_sync(method, params, 10000, buffer)
  else
    answer = client.request_sync(method, params, 10000, buffer)
  end
  if answer and answer.err then
    vim.notify("sklint: " .. answer.err.message, vim.log.levels.ERROR)
  end
  return answer and answer.result
end

function M.stop(client)
  if vim.fn.has("nvim-0.11") == 1 then
    client:stop()
  else
    client.stop()
  end
end

return M
