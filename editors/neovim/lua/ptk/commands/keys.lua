--- The keys of the chat buffer: each runs a buffer-local <Plug> map.
local M = {}

local api = vim.api
local config = require('ptk.base.config')
local float = require('ptk.view.float')
local resume = require('ptk.state.resume')
local scroll = require('ptk.view.scroll')
local under_cursor = require('ptk.commands.under_cursor')
local window = require('ptk.view.window')

---@class ptk.Key
---@field name string of the option in setup{ keys = … }
---@field mode string|string[]
---@field what string
---@field above? boolean mapped only above the prompt, since it has a meaning for editing
---@field native? boolean it does what the key does anyway, and is not shown in the help
---@field run? fun(chat: ptk.Chat, switch: ptk.Switch)

---@class ptk.Switch changes to another chat
---@field pick fun()
---@field next fun(step: 1|-1)

--- In the order of the help.
---@type ptk.Key[]
local keys = {
  {
    name = 'send',
    mode = 'n',
    what = 'send the prompt; on a call that waits, answer it; at the top, show more',
    run = function(chat)
      if not under_cursor.answer(chat) then
        chat:send_prompt()
      end
    end,
  },
  {
    name = 'send_prompt',
    mode = { 'n', 'i' },
    what = 'send the prompt',
    run = function(chat)
      if chat:send_prompt() then
        vim.cmd.stopinsert() -- a question may follow
      end
    end,
  },
  {
    name = 'stop',
    mode = 'n',
    what = 'stop the answer',
    run = function(chat)
      chat:stop()
    end,
  },
  { name = 'next', mode = { 'n', 'x', 'o' }, what = 'go to the next message', run = under_cursor.next },
  { name = 'previous', mode = { 'n', 'x', 'o' }, what = 'go to the previous message', run = under_cursor.previous },
  { name = 'details', mode = 'n', above = true, what = 'show all details of a tool call', run = under_cursor.details },
  { name = 'diff', mode = 'n', what = 'show the change of a call or a file as a diff', run = under_cursor.diff },
  { name = 'compare', mode = 'n', what = 'show the change that waits for you side by side', run = under_cursor.sides },
  { name = 'open_file', mode = 'n', what = 'open the file in a file window', run = under_cursor.file },
  {
    name = 'edit',
    mode = 'n',
    above = true,
    what = 'edit a message or a plan, and send it again',
    run = under_cursor.edit,
  },
  { name = 'take_back', mode = 'n', above = true, what = 'take a queued message back', run = under_cursor.take_back },
  { name = 'retry', mode = 'n', above = true, what = 'send the message again', run = under_cursor.retry },
  { name = 'continue', mode = 'n', above = true, what = 'continue the last answer', run = resume.run },
  { name = 'carry_out', mode = 'n', above = true, what = 'carry the plan out', run = under_cursor.carry_out },
  { name = 'undo', mode = 'n', above = true, what = 'undo the file changes of the turn', run = under_cursor.undo },
  {
    name = 'close',
    mode = 'n',
    above = true,
    what = 'close the chat',
    run = function(chat)
      window.toggle(chat)
    end,
  },
  {
    name = 'help',
    mode = 'n',
    what = 'show these keys',
    run = function()
      M.show()
    end,
  },
  {
    name = 'chats',
    mode = 'n',
    what = 'list the chats',
    run = function(_, switch)
      switch.pick()
    end,
  },
  {
    name = 'next_chat',
    mode = 'n',
    what = 'show the next chat',
    run = function(_, switch)
      switch.next(1)
    end,
  },
  {
    name = 'previous_chat',
    mode = 'n',
    what = 'show the previous chat',
    run = function(_, switch)
      switch.next(-1)
    end,
  },
  { name = 'older_prompt', mode = 'i', what = 'on the first line: the previous prompt' },
  { name = 'newer_prompt', mode = 'i', what = 'on the last line: the next prompt' },
  { name = 'undo_prompt', mode = 'n', what = 'undo in the prompt', native = true },
  { name = 'redo_prompt', mode = 'n', what = 'redo in the prompt', native = true },
}

---@param name string
---@return string
local function plug(name)
  return ('<Plug>(ptk-chat-%s)'):format(name:gsub('_', '-'))
end

---@param name string
---@return string[]
local function keys_of(name)
  local set = config.get().keys[name]
  return type(set) == 'string' and { set } or set or {} --[[@as any]]
end

--- Shows the keys in a float.
function M.show()
  local lines = { 'Keys with a * work only above the prompt.', '' }
  for _, key in ipairs(keys) do
    for _, lhs in ipairs(key.native and {} or keys_of(key.name)) do
      lines[#lines + 1] = ('%-8s %s%s'):format(lhs, key.what, key.above and ' *' or '')
    end
  end
  vim.list_extend(lines, {
    'za       open or close the details of a call',
    '@  /     in the prompt: complete files, commands',
  })
  float.show({ title = 'keys of the chat', lines = lines })
end

--- Defines the <Plug> maps of the sent prompts.
---@param chat ptk.Chat
local function map_past_prompts(chat)
  local buf, at, draft = chat.transcript.buf, nil, '' ---@type integer, integer?, string
  local function put(step)
    if not at or at > #chat.prompts then
      at, draft = #chat.prompts + 1, table.concat(chat.transcript:prompt_lines(), '\n')
    end
    at = math.max(1, math.min(at + step, #chat.prompts + 1))
    chat.transcript:set_prompt(chat.prompts[at] or draft)
    local last = api.nvim_buf_line_count(buf)
    api.nvim_win_set_cursor(0, { last, #chat.transcript:line(last - 1) })
  end
  local function map(name, key, step, edge)
    vim.keymap.set('i', plug(name), function()
      if vim.fn.pumvisible() == 1 or vim.fn.line('.') ~= edge() or #chat.prompts == 0 then
        return key
      end
      vim.schedule(function()
        put(step)
      end)
      return ''
    end, { buffer = buf, expr = true, desc = 'ptk: sent prompts' })
  end
  map('older_prompt', '<Up>', -1, function()
    return chat.transcript:heading_row() + 2
  end)
  map('newer_prompt', '<Down>', 1, function()
    return api.nvim_buf_line_count(buf)
  end)
end

---@class ptk.KeyMap a map from a key
---@field modes string[]
---@field lhs string
---@field rhs string
---@field what string

---@param buf integer
---@param map ptk.KeyMap
local function set(buf, map)
  local options = { buffer = buf, nowait = true, remap = true, desc = 'ptk: ' .. map.what }
  vim.keymap.set(map.modes, map.lhs, map.rhs, options)
end

---@param buf integer
---@param map ptk.KeyMap
---@return boolean
local function is_ours(buf, map)
  return vim.iter(api.nvim_buf_get_keymap(buf, map.modes[1])):any(function(each)
    return vim.keycode(each.lhs) == vim.keycode(map.lhs) and each.desc == 'ptk: ' .. map.what
  end)
end

--- Maps the keys that have a meaning for editing only while the cursor is above the
--- prompt. A map that the user has removed or replaced stays so.
---@param chat ptk.Chat
---@param above ptk.KeyMap[]
local function toggle_by_cursor(chat, above)
  local buf, mapped = chat.transcript.buf, true
  local function update()
    local wanted = not scroll.in_prompt(chat, 0)
    if wanted == mapped then
      return
    end
    mapped = wanted
    if wanted then
      for _, map in ipairs(above) do
        set(buf, map)
      end
      return
    end
    above = vim.tbl_filter(function(map)
      return is_ours(buf, map)
    end, above)
    for _, map in ipairs(above) do
      vim.keymap.del(map.modes, map.lhs, { buffer = buf })
    end
  end
  api.nvim_create_autocmd({ 'CursorMoved', 'BufEnter', 'WinEnter', 'InsertEnter' }, {
    group = api.nvim_create_augroup('ptk.keys.' .. buf, {}),
    buffer = buf,
    callback = update,
  })
end

--- Maps the keys of a chat's buffer, before its FileType event, so that the user's own
--- maps of that event win.
---@param chat ptk.Chat
---@param switch ptk.Switch
function M.map(chat, switch)
  local buf = chat.transcript.buf
  local above = {} ---@type ptk.KeyMap[]
  map_past_prompts(chat)
  for _, key in ipairs(keys) do
    local modes = type(key.mode) == 'table' and key.mode or { key.mode } --[[@as string[] ]]
    if key.run then
      vim.keymap.set(modes, plug(key.name), function()
        key.run(chat, switch)
      end, { buffer = buf, desc = 'ptk: ' .. key.what })
    end
    for _, lhs in ipairs(keys_of(key.name)) do
      local map = { modes = modes, lhs = lhs, rhs = plug(key.name), what = key.what }
      set(buf, map)
      if key.above then
        above[#above + 1] = map
      end
    end
  end
  vim.keymap.set('n', plug('insert'), 'GA', { buffer = buf, desc = 'ptk: insert in the prompt' })
  for _, lhs in ipairs(keys_of('insert')) do
    local map = { modes = { 'n' }, lhs = lhs, rhs = plug('insert'), what = 'insert in the prompt' }
    set(buf, map)
    above[#above + 1] = map
  end
  toggle_by_cursor(chat, above)
end

return M
