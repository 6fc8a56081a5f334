--- Where the chat is shown: its buffer's options and keys, its windows.
local M = {}

local api = vim.api

--- The keys of the chat, in the order of the help that g? shows.
---@type {mode: string|string[], key: string, what: string, run: fun(chat: ptk.Chat)}[]
local keys = {
  {
    mode = 'n',
    key = '<CR>',
    what = 'send the prompt',
    run = function(chat)
      chat:send_prompt()
    end,
  },
  {
    mode = { 'n', 'i' },
    key = '<C-s>',
    what = 'send the prompt',
    run = function(chat)
      chat:send_prompt()
    end,
  },
  {
    mode = 'n',
    key = '<C-c>',
    what = 'stop the answer',
    run = function(chat)
      chat:stop()
    end,
  },
  {
    mode = 'n',
    key = 'q',
    what = 'close the chat',
    run = function(chat)
      M.toggle(chat)
    end,
  },
  {
    mode = 'n',
    key = 'g?',
    what = 'show these keys',
    run = function()
      M.show_keys()
    end,
  },
}

--- The keys that begin an insert; above the prompt they go into it.
local inserts = { 'i', 'a', 'I', 'A', 'o', 'O' }

function M.show_keys()
  local lines = { 'ptk, in the chat:' }
  for _, key in ipairs(keys) do
    lines[#lines + 1] = ('  %-6s %s'):format(key.key, key.what)
  end
  lines[#lines + 1] = '  za     open or close what a tool did'
  vim.notify(table.concat(lines, '\n'))
end

---@param chat ptk.Chat
---@param win integer
---@return boolean
local function in_prompt(chat, win)
  return api.nvim_win_get_cursor(win)[1] > chat.transcript:heading_row()
end

---@param chat ptk.Chat
local function map_keys(chat)
  local buf = chat.transcript.buf
  for _, key in ipairs(keys) do
    vim.keymap.set(key.mode, key.key, function()
      key.run(chat)
    end, { buffer = buf, nowait = true, desc = 'ptk: ' .. key.what })
  end
  for _, key in ipairs(inserts) do
    vim.keymap.set('n', key, function()
      return in_prompt(chat, 0) and key or 'GA'
    end, { buffer = buf, expr = true, desc = 'ptk: write in the prompt' })
  end
end

---@param buf integer
local function highlight(buf)
  vim.treesitter.language.register('markdown', 'ptk')
  vim.bo[buf].filetype = 'ptk'
  if not pcall(vim.treesitter.start, buf, 'markdown') then
    vim.bo[buf].syntax = 'markdown'
  end
end

---@param win integer
local function set_window_options(win)
  local wo = vim.wo[win][0]
  wo.foldmethod, wo.foldexpr, wo.foldtext = 'expr', "v:lua.require'ptk.fold'.level(v:lnum)", ''
  wo.foldlevel, wo.foldenable, wo.foldminlines = 0, true, 1
  wo.fillchars = 'fold: ,eob: '
  wo.wrap, wo.linebreak, wo.breakindent = true, true, true
  wo.number, wo.relativenumber, wo.signcolumn, wo.foldcolumn = false, false, 'no', '0'
  wo.conceallevel, wo.spell, wo.list, wo.cursorline = 0, false, false, false
end

---@param chat ptk.Chat
local function watch(chat)
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
  -- What was said can't be changed by accident: only the prompt can.
  api.nvim_create_autocmd({ 'CursorMoved', 'BufEnter' }, {
    group = group,
    buffer = buf,
    callback = function()
      local can = in_prompt(chat, 0)
      if vim.bo[buf].modifiable ~= can then
        vim.bo[buf].modifiable = can
        vim.cmd.redrawstatus()
      end
    end,
  })
end

--- Makes the buffer of a chat what a chat's buffer is.
---@param chat ptk.Chat
function M.prepare(chat)
  local buf = chat.transcript.buf
  pcall(api.nvim_buf_set_name, buf, 'ptk://chat')
  highlight(buf)
  map_keys(chat)
  watch(chat)
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

--- A new window where the configuration wants it.
---@param buf integer
---@return integer win
local function create(buf)
  local window = require('ptk.config').get().window --[[@as ptk.WindowConfig]]
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
    width = across and math.floor(vim.o.columns * size) or nil,
    height = not across and math.floor(vim.o.lines * size) or nil,
  })
end

--- Shows the chat; its cursor is in the prompt.
---@param chat ptk.Chat
---@param options {focus: boolean}
function M.open(chat, options)
  local buf = chat.transcript.buf
  local win = find(buf)
  if not win then
    win = create(buf)
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(buf), 0 })
  end
  set_window_options(win)
  if options.focus then
    api.nvim_set_current_win(win)
    api.nvim_win_set_cursor(win, { api.nvim_buf_line_count(buf), 0 })
  end
  M.refresh(chat)
end

--- Opens the chat and goes there; closes it where it is shown.
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

---@param chat ptk.Chat
---@return string
local function bar(chat)
  local activity = chat:activity()
  if activity ~= '' then
    return '● ' .. activity
  end
  local usage = chat.usage
  if usage and usage.contextWindow > 0 then
    return ('ready · %d%% context · g? keys'):format(math.ceil(100 * usage.contextTokens / usage.contextWindow))
  end
  return 'ready · <CR> sends · g? keys'
end

--- Keeps the end in sight of a window whose cursor is in the prompt; others
--- stay where they are.
---@param chat ptk.Chat
---@param win integer
local function follow(chat, win)
  local last = api.nvim_buf_line_count(chat.transcript.buf)
  if win == api.nvim_get_current_win() or not in_prompt(chat, win) or vim.fn.line('w$', win) >= last then
    return
  end
  local room = api.nvim_win_get_height(win) - (vim.wo[win].winbar ~= '' and 1 or 0)
  local top = last
  while top > 1 and api.nvim_win_text_height(win, { start_row = top - 2 }).all <= room do
    top = top - 1
  end
  api.nvim_win_call(win, function()
    vim.fn.winrestview({ topline = top })
  end)
end

---@param chat ptk.Chat
local function show_hint(chat)
  local titles = vim.tbl_map(require('ptk.words').attachment_title, chat.attachments)
  chat.transcript:set_hint(#titles > 0 and 'with ' .. table.concat(titles, ', ') or '')
end

--- Shows how the chat stands, in every window that has it.
---@param chat ptk.Chat
function M.refresh(chat)
  local text = (' ptk  %s'):format(bar(chat)):gsub('%%', '%%%%') .. '%<'
  show_hint(chat)
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    if vim.wo[win].winbar ~= text then
      vim.wo[win][0].winbar = text
    end
    follow(chat, win)
  end
end

return M
