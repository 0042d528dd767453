-- The commands; the plugin itself is loaded by the first of them.
if vim.g.loaded_sklint then
  return
end
vim.g.loaded_sklint = true

local function command(name, method, description)
  vim.api.nvim_create_user_command(name, function(given)
    require("sklint")[method](given.args)
  end, { nargs = "?", desc = description })
end

command("SklintFixAll", "fix_all", "Fix all that sklint can repair safely")
command("SklintBind", "bind", "Generate the SuperKernel binding of a kernel")
command("SklintContract", "contract", "Write the IO contract of this file's kernels")
command("SklintRule", "rule", "Show the page of the rule reported here, or of the rule named")
command("SklintRestart", "restart", "Restart the sklint server")
command("SklintLog", "log", "Open Neovim's log of language servers")
