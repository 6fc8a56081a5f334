-- For vim.lsp.enable('ptk') (Neovim 0.11 and later).
return require('ptk.client').config()
