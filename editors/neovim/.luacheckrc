std = 'luajit'
read_globals = { 'vim' }
-- vim.b, vim.bo, vim.wo and vim.g are written by their fields.
globals = { 'vim.g', 'vim.b', 'vim.bo', 'vim.wo', 'vim.o' }
max_line_length = 120
exclude_files = { 'lua/ptk/protocol.lua' }
