--- Runs Ex commands in file windows, never in the chat.
local M = {}

local buffers = require('ptk.editor.buffers')

--- Where a command runs; an empty buffer if nothing is set.
---@class ptk.ExPlace
---@field win? integer
---@field buf? integer

--- Returns a window that shows a buffer; the last file window if it does.
---@param buf integer
---@return integer?
local function window_of(buf)
  local last = buffers.file_window()
  if last and vim.api.nvim_win_get_buf(last) == buf then
    return last
  end
  return vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(win)
    return vim.api.nvim_win_get_buf(win) == buf
  end) or vim.fn.win_findbuf(buf)[1]
end

--- Returns where a command runs: in a window of the file, else in the last file window.
---@param uri? string
---@return ptk.ExPlace?
---@return string? problem
function M.place(uri)
  if not uri then
    local win = buffers.file_window()
    return { win = win, buf = win and vim.api.nvim_win_get_buf(win) }
  end
  local buf = buffers.buffer_of(uri)
  if not buf then
    return nil, ('%s is not open in Neovim; open it with :edit first'):format(vim.uri_to_fname(uri))
  end
  return { win = window_of(buf), buf = buf }
end

---@param line string
---@return string? output
---@return string? problem
local function execute(line)
  local ok, result = pcall(vim.api.nvim_exec2, line, { output = true })
  if not ok then
    return nil, (tostring(result):gsub('^nvim_exec2%(%): ', ''):gsub('^Vim%(%a+%):', ''))
  end
  return result.output or ''
end

--- Runs a command without moving the focus.
---@param line string
---@param place ptk.ExPlace
---@return string? output
---@return string? problem
function M.run(line, place)
  local output, problem ---@type string?, string?
  local function run()
    output, problem = execute(line)
  end
  if place.win == vim.api.nvim_get_current_win() then
    run()
  elseif place.win then
    vim.api.nvim_win_call(place.win, run)
  elseif place.buf then
    vim.api.nvim_buf_call(place.buf, run)
  else
    local buf = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_call(buf, run)
    pcall(vim.api.nvim_buf_delete, buf, { force = true })
  end
  return output, problem
end

return M
