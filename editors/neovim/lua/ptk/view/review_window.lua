--- Brings a file into a window, for a review.
local M = {}

local api = vim.api
local buffers = require('ptk.editor.buffers')

---@param win integer
---@return boolean
local function can_show_another(win)
  return not vim.wo[win].winfixbuf
    and api.nvim_win_get_config(win).relative == ''
    and (not vim.bo[api.nvim_win_get_buf(win)].modified or vim.o.hidden)
end

--- Returns a window that shows a buffer, in the current tab page if there is one.
---@param buf integer
---@return integer?
local function window_of(buf)
  if api.nvim_get_current_buf() == buf then
    return api.nvim_get_current_win()
  end
  local here = vim.fn.bufwinid(buf)
  return here ~= -1 and here or vim.fn.win_findbuf(buf)[1]
end

--- Returns the loaded buffer of a file; nil if the file does not exist.
---@param file ptk.ProposedFile
---@return integer?
function M.buffer(file)
  local buf = buffers.buffer_of(file.uri)
  if buf or not vim.uv.fs_stat(file.path) then
    return buf
  end
  buf = vim.fn.bufadd(file.path)
  vim.fn.bufload(buf)
  vim.bo[buf].buflisted = true
  return buf
end

--- Goes to a window that shows a buffer; one is made if no window may show it.
---@param buf integer
function M.go(buf)
  local win = window_of(buf)
  if win then
    return api.nvim_set_current_win(win)
  end
  win = buffers.file_window()
  if win and can_show_another(win) then
    api.nvim_set_current_win(win)
    return api.nvim_win_set_buf(win, buf)
  end
  local from = win and api.nvim_win_get_config(win).relative == '' and win or -1
  api.nvim_open_win(buf, true, { split = 'above', win = from })
end

--- Shows in a window what conceals would hide, and returns a function that hides it again.
---@param win integer
---@return fun()
function M.reveal(win)
  local buf, level = api.nvim_win_get_buf(win), vim.wo[win].conceallevel
  vim.wo[win][0].conceallevel = 0
  return function()
    if api.nvim_win_is_valid(win) and api.nvim_win_get_buf(win) == buf and vim.wo[win].conceallevel == 0 then
      vim.wo[win][0].conceallevel = level
    end
  end
end

return M
