--- What prevents a file from being changed, so that the user learns it before the
--- question is answered.
local M = {}

local buffers = require('ptk.editor.buffers')

--- Returns the swap files that may be of a file, by their names.
---@param path string
---@return string[]
local function swap_files(path)
  local found = {}
  for _, folder in ipairs(vim.opt.directory:get()) do
    local prefix = ('.%s.sw'):format(vim.fs.basename(path))
    if vim.endswith(folder, '//') then -- the name holds the whole path
      prefix = path:gsub('/', '%%') .. '.sw'
    end
    local place = folder:sub(1, 1) == '.' and vim.fs.dirname(path) or vim.fs.normalize(folder)
    for name in vim.fs.dir(place) do
      if vim.startswith(name, prefix) or vim.startswith('.' .. name, prefix) then
        found[#found + 1] = vim.fs.joinpath(place, name)
      end
    end
  end
  return found
end

--- Returns the process of another Neovim or Vim that has a file open.
---@param path string
---@return integer?
local function other_editor(path)
  for _, file in ipairs(swap_files(path)) do
    local info = vim.fn.swapinfo(file)
    local pid = tonumber(info.pid) or 0
    if pid > 0 and pid ~= vim.fn.getpid() and vim.uv.kill(pid, 0) == 0 then
      return pid
    end
  end
end

---@param buf integer
---@return string?
local function of_buffer(buf)
  if not vim.bo[buf].modifiable then
    return "'modifiable' is off in its buffer, so the change would fail."
  elseif vim.bo[buf].readonly then
    return 'It is read-only here, so the change would not be saved.'
  end
end

--- Returns what would prevent a file from being changed; nil if nothing is known.
---@param uri string
---@return string?
function M.of(uri)
  local path = vim.uri_to_fname(uri)
  if path:find('%z') or not vim.startswith(uri, 'file:') then
    return nil
  end
  local buf = buffers.buffer_of(uri)
  local problem = buf and of_buffer(buf)
  if problem then
    return problem
  end
  local pid = other_editor(path)
  if pid then
    return ('Another editor has it open (process %d, by its swap file).'):format(pid)
  elseif vim.uv.fs_stat(path) and vim.fn.filewritable(path) == 0 then
    return 'It is write-protected.'
  end
end

--- Returns the risk of a change with what would prevent it before it.
---@param diffs ptk.ApproveDiff[]
---@param risk string
---@return string
function M.before(diffs, risk)
  for _, diff in ipairs(diffs) do
    local ok, problem = pcall(M.of, diff.uri) -- a name of a file may be any text
    if ok and problem then
      risk = problem .. ' ' .. risk
    end
  end
  return risk
end

return M
