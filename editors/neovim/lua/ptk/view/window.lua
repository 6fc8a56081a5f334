--- The windows of the chat: where they open, their options, what they show.
local M = {}

local api = vim.api
local config = require('ptk.base.config')
local format = require('ptk.base.format')
local visible = require('ptk.base.visible')

--- Reports whether the cursor of a window is in the prompt.
---@param chat ptk.Chat
---@param win integer
---@return boolean
function M.in_prompt(chat, win)
  return api.nvim_win_get_cursor(win)[1] > chat.transcript:heading_row()
end

--- Tree-sitter parses the whole Markdown text after each change, 2,000 lines in 35 ms,
--- which is too slow while an answer streams. Neovim 0.10 also blocks meanwhile.
local parses_async = vim.fn.has('nvim-0.11') == 1
local longest_parsed = parses_async and 800 or 500

--- Highlights with tree-sitter, or with 'syntax' if that is too slow or missing.
---@param chat ptk.Chat
local function highlight(chat)
  local buf = chat.transcript.buf
  local parsed = api.nvim_buf_line_count(buf) <= longest_parsed or (parses_async and not chat.turn)
  local active = vim.treesitter.highlighter.active[buf] ~= nil
  if parsed and not active and not pcall(vim.treesitter.start, buf, 'markdown') then
    parsed = false
  end
  if not parsed and active then
    vim.treesitter.stop(buf)
  end
  local syntax = parsed and '' or 'markdown'
  if vim.bo[buf].syntax ~= syntax then
    vim.bo[buf].syntax = syntax
  end
end

---@param win integer
local function set_window_options(win)
  local wo = vim.wo[win][0]
  wo.foldmethod, wo.foldexpr = 'expr', "v:lua.require'ptk.view.fold'.level(v:lnum)"
  wo.foldtext = "v:lua.require'ptk.view.fold'.text()"
  wo.foldlevel, wo.foldenable, wo.foldminlines = 0, true, 1
  wo.fillchars = 'fold: ,eob: '
  wo.wrap, wo.linebreak, wo.breakindent = true, true, true
  wo.number, wo.relativenumber, wo.signcolumn, wo.foldcolumn = false, false, 'no', '0'
  wo.conceallevel, wo.spell, wo.list, wo.cursorline = 0, false, false, false
end

---@param chat ptk.Chat
---@param on_new_buffer fun() called after the chat has got another buffer
local function watch(chat, on_new_buffer)
  local buf = chat.transcript.buf
  local group = api.nvim_create_augroup('ptk.window', {})
  api.nvim_create_autocmd('BufWinEnter', {
    group = group,
    buffer = buf,
    callback = function()
      vim.iter(vim.fn.win_findbuf(buf)):each(set_window_options)
      M.refresh(chat)
    end,
  })
  -- Only the prompt can be changed.
  api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = group,
    buffer = buf,
    callback = function()
      local can = M.in_prompt(chat, 0)
      if vim.bo[buf].modifiable ~= can then
        vim.bo[buf].modifiable = can
        vim.cmd.redrawstatus()
      end
    end,
  })
  -- After :bdelete, :bwipeout or :edit the chat continues in another buffer.
  api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = buf,
    callback = function()
      if chat.transcript.buf == buf and vim.v.exiting == vim.NIL then
        chat.transcript:move()
        vim.schedule(on_new_buffer)
      end
    end,
  })
end

--- Sets the name of the chat's buffer. If another buffer has it, as after loading a
--- session, the chat replaces that buffer in its windows.
---@param chat ptk.Chat
function M.take_name(chat)
  local buf, name = chat.transcript.buf, 'ptk://chat'
  local other = vim.fn.bufnr(('^%s$'):format(name))
  if other == buf then
    return
  elseif other > 0 then
    for _, win in ipairs(vim.fn.win_findbuf(other)) do
      api.nvim_win_set_buf(win, buf)
    end
    api.nvim_buf_delete(other, { force = true })
  end
  api.nvim_buf_set_name(buf, name)
end

--- Sets up the buffer of a chat.
---@param chat ptk.Chat
---@param on_new_buffer fun() called after the chat has got another buffer
function M.prepare(chat, on_new_buffer)
  vim.treesitter.language.register('markdown', 'ptk')
  vim.bo[chat.transcript.buf].filetype = 'ptk'
  watch(chat, on_new_buffer)
  M.take_name(chat)
end

---@param buf integer
---@return integer? win in the current tab page
local function find(buf)
  return vim.iter(api.nvim_tabpage_list_wins(0)):find(function(win)
    return api.nvim_win_get_buf(win) == buf
  end)
end

---@param size number
---@return table
local function float_config(size)
  local width = math.floor(vim.o.columns * math.max(size, 0.6))
  local height = math.floor(vim.o.lines * 0.8)
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    border = 'rounded',
    title = ' ptk ',
  }
end

--- The smallest width, if that is at most half of the screen.
local min_columns = 40

---@param size number
---@return integer
local function width_of(size)
  local least = math.min(min_columns, math.floor(vim.o.columns / 2))
  return math.max(math.floor(vim.o.columns * size), least)
end

--- Scrolls so that the last line is the lowest one: Neovim keeps the top line after
--- the text has been replaced, so that a shorter text would be out of sight.
---@param win integer
local function scroll_to_end(win)
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

--- Moves the cursor to the prompt in every window of the chat, and shows the end.
---@param chat ptk.Chat
function M.show_end(chat)
  local buf = chat.transcript.buf
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(buf), 0 })
    scroll_to_end(win)
  end
end

--- Opens a window at the configured position.
---@param buf integer
---@return integer win
local function create(buf)
  local window = config.get().window --[[@as ptk.WindowConfig]]
  local position, size = window.position, window.size
  if position == 'float' then
    return api.nvim_open_win(buf, false, float_config(size))
  elseif position == 'tab' then
    vim.cmd('tab sbuffer ' .. buf)
    return api.nvim_get_current_win()
  end
  local across = position == 'left' or position == 'right'
  return api.nvim_open_win(buf, false, {
    split = ({ left = 'left', right = 'right', top = 'above', bottom = 'below' })[position],
    win = -1,
    width = across and width_of(size) or nil,
    height = not across and math.floor(vim.o.lines * size) or nil,
  })
end

--- Opens the chat, with its cursor in the prompt.
---@param chat ptk.Chat
---@param options {focus: boolean}
function M.open(chat, options)
  local buf = chat.transcript.buf
  local shown = find(buf)
  local win = shown or create(buf)
  set_window_options(win)
  if not shown then
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(buf), 0 })
    scroll_to_end(win)
  end
  if options.focus then
    api.nvim_set_current_win(win)
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(buf), 0 })
  end
  M.refresh(chat)
end

--- Opens the chat and moves the focus to it, or closes it.
---@param chat ptk.Chat
function M.toggle(chat)
  local win = find(chat.transcript.buf)
  if not win then
    return M.open(chat, { focus = true })
  end
  if #api.nvim_list_tabpages() == 1 and #api.nvim_tabpage_list_wins(0) == 1 then
    api.nvim_win_call(win, function()
      vim.cmd.enew()
    end)
    return
  end
  api.nvim_win_close(win, false)
end

--- Returns how full the model's context window is.
---@param usage? ptk.Usage
---@return string?
local function meter(usage)
  if usage and usage.contextWindow > 0 then
    return ('%d%% context'):format(math.ceil(100 * usage.contextTokens / usage.contextWindow))
  end
end

---@param chat ptk.Chat
---@return string
local function bar(chat)
  local activity = chat:activity()
  local parts = { activity ~= '' and '● ' .. activity or chat.loading and 'reading the conversation' or 'ready' }
  if chat.editing then
    table.insert(parts, 'editing a message')
  end
  if chat.mode and chat.mode ~= 'agent' then
    table.insert(parts, chat.mode .. ' mode')
  end
  parts[#parts + 1] = chat.model
  parts[#parts + 1] = meter(chat.usage)
  local keys = config.get().keys
  local help = type(keys.help) == 'table' and keys.help[1] or keys.help
  if activity == '' and help then
    local send = #parts == 1 and type(keys.send) == 'string' and keys.send .. ' sends · ' or ''
    table.insert(parts, ('%s%s keys'):format(send, help))
  end
  return visible.line(table.concat(parts, ' · '))
end

--- Scrolls a window to the end if its cursor is in the prompt.
---@param chat ptk.Chat
---@param win integer
local function follow(chat, win)
  local last = api.nvim_buf_line_count(chat.transcript.buf)
  if win ~= api.nvim_get_current_win() and M.in_prompt(chat, win) and vim.fn.line('w$', win) < last then
    scroll_to_end(win)
  end
end

---@param chat ptk.Chat
local function show_hint(chat)
  local hints = {} ---@type string[]
  if chat.editing then
    hints[1] = 'replaces the earlier message and what follows; :PtkStop cancels'
  end
  if #chat.attachments > 0 then
    local titles = vim.tbl_map(format.attachment_title, chat.attachments)
    table.insert(hints, 'with ' .. table.concat(titles, ', '))
  end
  chat.transcript:set_hint(table.concat(hints, '; '))
end

--- Shows the status of the chat in all its windows.
---@param chat ptk.Chat
function M.refresh(chat)
  local text = (' ptk  %s'):format(bar(chat)):gsub('%%', '%%%%') .. '%<'
  show_hint(chat)
  highlight(chat)
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    if vim.wo[win].winbar ~= text then
      vim.wo[win][0].winbar = text
    end
    follow(chat, win)
  end
end

return M
