-- Neovim 0.11 and newer: vim.lsp.enable("sklint") finds this.
return require("sklint.client").config()
