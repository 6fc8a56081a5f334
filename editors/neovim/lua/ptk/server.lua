--- Where the server is.
local M = {}

local this_file = debug.getinfo(1, 'S').source:sub(2)

--- The server of the repository that this plugin lies in, where it was built.
---@return string
local function built()
  local root = vim.fs.dirname(vim.fn.fnamemodify(this_file, ':p'))
  local exe = vim.fn.has('win32') == 1 and 'ptk-lsp.exe' or 'ptk-lsp'
  return vim.fs.normalize(root .. '/../../../../bin/' .. exe)
end

---@param path string
---@return string
local function real(path)
  return vim.uv.fs_realpath(path) or path
end

--- The command that starts the server: the one that is set, the one in the
--- PATH, the one built in the plugin's own repository.
---@return string[]? command
---@return string? problem what to do where there is none
function M.find()
  local set = require('ptk.config').get().cmd
  if set then
    if vim.fn.executable(set[1]) == 1 then
      return set
    end
    return nil, ('the server %s, set in setup{ cmd = … }, is not an executable file'):format(set[1])
  end
  if vim.fn.executable('ptk-lsp') == 1 then
    return { vim.fn.exepath('ptk-lsp') }
  end
  if vim.fn.executable(built()) == 1 then
    return { real(built()) }
  end
  return nil,
    'there is no ptk-lsp in the PATH: run `go build -o bin/ptk-lsp ./cmd/ptk-lsp` in its repository,'
      .. ' put it into the PATH, or name it in setup{ cmd = { … } }'
end

return M
