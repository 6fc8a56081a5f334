--- Where the cursor of a chat's window is, and scrolling to the end of the chat.
local M = {}

local api = vim.api

--- Reports whether the cursor of a window is in the prompt.
---@param chat ptk.Chat
---@param win integer
---@return boolean
function M.in_prompt(chat, win)
  return api.nvim_win_get_cursor(win)[1] > chat.transcript:heading_row()
end

--- Scrolls so that the last line is the lowest one: Neovim keeps the top line after
--- the text has been replaced, so that a shorter text would be out of sight.
---@param win integer
function M.to_end(win)
  local last = api.nvim_buf_line_count(api.nvim_win_get_buf(win))
  local room = api.nvim_win_get_height(win) - (vim.wo[win].winbar ~= '' and 1 or 0)
  local top = last
  while top > 1 and api.nvim_win_text_height(win, { start_row = top - 2 }).all <= room do
    top = top - 1
  end
  api.nvim_win_call(win, function()
    vim.fn.winrestview({ topline = top })
  end)
end

--- Moves the cursor of a window to the end of the prompt, and shows it.
---@param win integer
function M.to_prompt(win)
  api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(api.nvim_win_get_buf(win)), 0 })
  M.to_end(win)
end

--- Moves the cursor to the prompt in every window of the chat.
---@param chat ptk.Chat
function M.show_end(chat)
  vim.iter(vim.fn.win_findbuf(chat.transcript.buf)):each(M.to_prompt)
end

--- Scrolls a window to the end if its cursor is in the prompt.
---@param chat ptk.Chat
---@param win integer
function M.follow(chat, win)
  local last = api.nvim_buf_line_count(chat.transcript.buf)
  if win ~= api.nvim_get_current_win() and M.in_prompt(chat, win) and vim.fn.line('w$', win) < last then
    M.to_end(win)
  end
end

return M
