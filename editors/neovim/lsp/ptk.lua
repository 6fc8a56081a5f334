-- For vim.lsp.enable('ptk') (Neovim 0.11 and later).
require('ptk.app')
return require('ptk.protocol.client').config()
