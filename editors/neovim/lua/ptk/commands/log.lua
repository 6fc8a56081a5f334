--- :Ptk log shows the log of the server or of Neovim's language client.
local M = {}

---@return string
local function server_log()
  local state = vim.env.XDG_STATE_HOME
  if not state or not vim.startswith(state, '/') then
    state = vim.fn.has('win32') == 1 and vim.env.LOCALAPPDATA or vim.fs.joinpath(vim.uv.os_homedir(), '.local', 'state')
  end
  return vim.fs.joinpath(vim.fs.normalize(state), 'ptk', 'ptk-lsp.log')
end

--- Returns the log files by the names that :Ptk log takes.
---@return table<string, string>
function M.files()
  return {
    server = server_log(),
    neovim = vim.lsp.log and vim.lsp.log.get_filename and vim.lsp.log.get_filename() or vim.lsp.get_log_path(),
  }
end

--- Opens a log at its end.
---@param name string
function M.open(name)
  local path = M.files()[name ~= '' and name or 'server']
  if not path then
    return vim.notify(('ptk: there is no log %s; the logs are server and neovim'):format(name), vim.log.levels.ERROR)
  elseif not vim.uv.fs_stat(path) then
    return vim.notify(('ptk: nothing has been logged yet in %s'):format(path))
  end
  vim.cmd('botright new')
  require('ptk.editor.buffers').edit(path)
  vim.bo.autoread, vim.bo.readonly, vim.bo.modifiable = true, true, false
  vim.cmd('normal! G')
end

return M
