--- The windows of the chats: where they open, their options, what they show.
local M = {}

local api = vim.api
local bar = require('ptk.view.bar')
local buffers = require('ptk.editor.buffers')
local scroll = require('ptk.view.scroll')
local size = require('ptk.view.window_size')

---@param win integer
function M.set_options(win)
  local wo = vim.wo[win][0]
  wo.foldmethod, wo.foldexpr = 'expr', "v:lua.require'ptk.view.fold'.level(v:lnum)"
  wo.foldtext = "v:lua.require'ptk.view.fold'.text()"
  wo.foldlevel, wo.foldenable, wo.foldminlines = 0, true, 1
  wo.fillchars = 'fold: ,eob: '
  wo.wrap, wo.linebreak, wo.breakindent = true, true, true
  wo.number, wo.relativenumber, wo.signcolumn, wo.foldcolumn = false, false, 'no', '0'
  wo.conceallevel, wo.spell, wo.list, wo.cursorline = 0, false, false, false
  size.fix(win)
  wo.winfixbuf = true -- a file must not replace the chat
end

--- Shows a buffer in a window, also in one that is fixed to a chat.
---@param win integer
---@param buf integer
function M.set_buffer(win, buf)
  vim.wo[win][0].winfixbuf = false
  api.nvim_win_set_buf(win, buf)
end

---@param win integer
---@return boolean
local function shows_chat(win)
  return vim.bo[api.nvim_win_get_buf(win)].filetype == 'ptk'
end

---@param matches fun(win: integer): boolean
---@return integer? win in the current tab page, the current one first
local function find(matches)
  local wins = { api.nvim_get_current_win() }
  vim.list_extend(wins, api.nvim_tabpage_list_wins(0))
  return vim.iter(wins):find(matches)
end

---@param buf integer
---@return integer? win
local function find_buffer(buf)
  return find(function(win)
    return api.nvim_win_get_buf(win) == buf
  end)
end

--- Reports whether a window of the current tab page shows a chat.
---@param chat ptk.Chat
---@return boolean
function M.is_seen(chat)
  return find_buffer(chat.transcript.buf) ~= nil
end

--- Opens a window at the configured position.
---@param buf integer
---@return integer win
local function create(buf)
  local position = size.position()
  if position == 'float' then
    return api.nvim_open_win(buf, false, size.float())
  elseif position == 'tab' then
    vim.cmd('tab sbuffer ' .. buf)
    return api.nvim_get_current_win()
  end
  local across = position == 'left' or position == 'right'
  return api.nvim_open_win(buf, false, {
    split = ({ left = 'left', right = 'right', top = 'above', bottom = 'below' })[position],
    win = -1,
    width = across and size.width() or nil,
    height = not across and size.height() or nil,
  })
end

--- Shows a chat in the window of another one, else in a new window.
---@param buf integer
---@return integer win
local function show(buf)
  local win = find(shows_chat)
  if win then
    M.set_buffer(win, buf)
  end
  return win or create(buf)
end

--- Opens the chat, with its cursor in the prompt.
---@param chat ptk.Chat
---@param options {focus: boolean}
function M.open(chat, options)
  local buf = chat.transcript.buf
  local shown = find_buffer(buf)
  local win = shown or show(buf)
  M.set_options(win)
  size.watch()
  if not shown then
    scroll.to_prompt(win)
  end
  if options.focus then
    api.nvim_set_current_win(win)
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(buf), 0 })
  end
  bar.refresh(chat)
end

--- Moves the focus to the chat and opens it if need be; from the chat it moves the focus
--- back to the file.
---@param chat ptk.Chat
function M.focus(chat)
  local win = find_buffer(chat.transcript.buf)
  if not win then
    return M.open(chat, { focus = true })
  elseif win ~= api.nvim_get_current_win() then
    return api.nvim_set_current_win(win)
  end
  local file = buffers.file_window()
  if file then
    api.nvim_set_current_win(file)
  else
    vim.cmd.wincmd('p')
  end
end

--- Closes the window of a chat; the last window of Neovim shows an empty buffer instead.
---@param win integer
function M.close(win)
  local normal = vim.tbl_filter(function(each)
    return api.nvim_win_get_config(each).relative == ''
  end, api.nvim_list_wins())
  if #normal == 1 and normal[1] == win then
    return M.set_buffer(win, api.nvim_create_buf(true, false))
  end
  api.nvim_win_close(win, false)
end

--- Opens the chat and moves the focus to it, or closes it.
---@param chat ptk.Chat
function M.toggle(chat)
  local win = find_buffer(chat.transcript.buf)
  if win then
    return M.close(win)
  end
  M.open(chat, { focus = true })
end

return M
