--- The keys of the chat buffer.
local M = {}

local api = vim.api
local float = require('ptk.view.float')
local under_cursor = require('ptk.commands.under_cursor')
local window = require('ptk.view.window')

---@class ptk.Key
---@field mode string|string[]
---@field key string
---@field what string
---@field run fun(chat: ptk.Chat)

--- In the order of the help of g?.
---@type ptk.Key[]
local keys = {
  {
    mode = 'n',
    key = '<CR>',
    what = 'send the prompt; on a call that waits, answer it; at the top, show more',
    run = function(chat)
      if not under_cursor.answer(chat) then
        chat:send_prompt()
      end
    end,
  },
  {
    mode = { 'n', 'i' },
    key = '<C-s>',
    what = 'send the prompt',
    run = function(chat)
      if chat:send_prompt() then
        vim.cmd.stopinsert() -- a question may follow
      end
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
  { mode = { 'n', 'x', 'o' }, key = ']]', what = 'go to the next message', run = under_cursor.next },
  { mode = { 'n', 'x', 'o' }, key = '[[', what = 'go to the previous message', run = under_cursor.previous },
  { mode = 'n', key = 'K', what = 'show all details of a tool call', run = under_cursor.details },
  { mode = 'n', key = 'gd', what = 'show the change of a call or a file as a diff', run = under_cursor.diff },
  { mode = 'n', key = 'gD', what = 'show the change that waits for you side by side', run = under_cursor.sides },
  { mode = 'n', key = 'gf', what = 'open the file in a file window', run = under_cursor.file },
  { mode = 'n', key = 'ge', what = 'edit a message or a plan, and send it again', run = under_cursor.edit },
  { mode = 'n', key = 'gr', what = 'send the message again', run = under_cursor.retry },
  { mode = 'n', key = 'gc', what = 'carry the plan out', run = under_cursor.carry_out },
  { mode = 'n', key = 'gu', what = 'undo the file changes of the turn', run = under_cursor.undo },
  {
    mode = 'n',
    key = 'q',
    what = 'close the chat',
    run = function(chat)
      window.toggle(chat)
    end,
  },
  {
    mode = 'n',
    key = 'g?',
    what = 'show these keys',
    run = function()
      M.show()
    end,
  },
}

--- The keys that start insert mode; above the prompt they move to it first.
local inserts = { 'i', 'a', 'I', 'A', 'o', 'O' }

function M.show()
  local lines = {}
  for _, key in ipairs(keys) do
    lines[#lines + 1] = ('%-8s %s'):format(key.key, key.what)
  end
  vim.list_extend(lines, {
    'za       open or close the details of a call',
    '<Up>     in insert mode: the previous prompt; <Down>: the next',
    '@  /     in the prompt: complete files, commands',
  })
  float.show({ title = 'keys of the chat', lines = lines })
end

--- Maps <Up> and <Down> in the first and the last line to the sent prompts.
---@param chat ptk.Chat
local function map_past_prompts(chat)
  local buf, at, draft = chat.transcript.buf, nil, ''
  local function put(step)
    if not at or at > #chat.prompts then
      at, draft = #chat.prompts + 1, table.concat(chat.transcript:prompt_lines(), '\n')
    end
    at = math.max(1, math.min(at + step, #chat.prompts + 1))
    chat.transcript:set_prompt(chat.prompts[at] or draft)
    local last = api.nvim_buf_line_count(buf)
    api.nvim_win_set_cursor(0, { last, #chat.transcript:line(last - 1) })
  end
  local function map(key, step, edge)
    vim.keymap.set('i', key, function()
      if vim.fn.pumvisible() == 1 or vim.fn.line('.') ~= edge() or #chat.prompts == 0 then
        return key
      end
      vim.schedule(function()
        put(step)
      end)
      return ''
    end, { buffer = buf, expr = true, desc = 'ptk: sent prompts' })
  end
  map('<Up>', -1, function()
    return chat.transcript:heading_row() + 2
  end)
  map('<Down>', 1, function()
    return api.nvim_buf_line_count(buf)
  end)
end

---@param chat ptk.Chat
function M.map(chat)
  local buf = chat.transcript.buf
  for _, key in ipairs(keys) do
    vim.keymap.set(key.mode, key.key, function()
      key.run(chat)
    end, { buffer = buf, nowait = true, desc = 'ptk: ' .. key.what })
  end
  for _, key in ipairs(inserts) do
    vim.keymap.set('n', key, function()
      return window.in_prompt(chat, 0) and key or 'GA'
    end, { buffer = buf, expr = true, desc = 'ptk: write in the prompt' })
  end
  map_past_prompts(chat)
end

return M
