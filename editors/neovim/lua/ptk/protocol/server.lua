--- Finds the server's binary.
local M = {}

local config = require('ptk.base.config')

local this_file = debug.getinfo(1, 'S').source:sub(2)

local exe = vim.fn.has('win32') == 1 and 'ptk-lsp.exe' or 'ptk-lsp'

--- Returns the repository that contains this plugin.
---@return string
function M.repository()
  local here = vim.fs.dirname(vim.fn.fnamemodify(this_file, ':p'))
  return vim.fs.normalize(vim.uv.fs_realpath(here .. '/../../../../..') or here)
end

--- Returns the path to which :Ptk install writes the server.
---@return string
function M.installed()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'ptk', 'bin', exe)
end

--- Returns the server in the PATH. Relative entries, and the current folder that
--- Windows searches too, are skipped: the author of the workspace could put a
--- program there.
---@return string?
local function in_path()
  local windows = vim.fn.has('win32') == 1
  for _, entry in ipairs(vim.split(vim.env.PATH or '', windows and ';' or ':', { plain = true })) do
    local path = vim.fs.joinpath(entry, exe)
    if entry:match(windows and '^%a:[/\\]' or '^/') and vim.fn.executable(path) == 1 then
      return path
    end
  end
end

--- Returns the command that starts the server: the option cmd, else the binary in
--- the PATH, built by :Ptk install, or built in the plugin's repository.
---@return string[]? command
---@return string? problem a message for the user if there is none
function M.find()
  local set = config.get().cmd
  if set then
    if vim.fn.executable(set[1]) == 1 then
      return set
    end
    return nil, ('the server %s, set in setup{ cmd = … }, is not an executable file'):format(set[1])
  end
  local found = in_path()
  if found then
    return { found }
  end
  for _, path in ipairs({ M.installed(), vim.fs.joinpath(M.repository(), 'bin', exe) }) do
    if vim.fn.executable(path) == 1 then
      return { path }
    end
  end
  return nil,
    'there is no ptk-lsp in the PATH: :Ptk install builds it with Go;'
      .. ' or put it into the PATH, or set its path in setup{ cmd = { … } }'
end

return M
