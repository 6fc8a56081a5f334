--- Questions of the server whether it may do something: a float that shows the
--- change, one key for each answer. They are asked one after the other; a float
--- that is closed rejects.
local M = {}

local api = vim.api
local view = require('ptk.question')

--- Keys that were on their way when the float came are not an answer.
local deaf_ms = 400

---@class ptk.Question
---@field params ptk.ApproveParams
---@field answer fun(result: ptk.ApproveResult)
---@field buf? integer
---@field win? integer
---@field listening boolean its keys work
---@field answered boolean

---@type ptk.Question[] the first one is shown
local queue = {}

---@return boolean
function M.waits()
  return #queue > 0
end

local function chat_changed()
  local chat = package.loaded['ptk.chat']
  if chat then
    chat.current():changed()
  end
end

local show_next

---@param question ptk.Question
---@param result ptk.ApproveResult
local function settle(question, result)
  if question.answered then
    return
  end
  question.answered = true
  for i, each in ipairs(queue) do
    if each == question then
      table.remove(queue, i)
      break
    end
  end
  if question.win and api.nvim_win_is_valid(question.win) then
    api.nvim_win_close(question.win, true)
  end
  question.answer(result)
  chat_changed()
  show_next()
end

---@param question ptk.Question
local function reject_with_reason(question)
  vim.ui.input({ prompt = 'Tell the model why: ' }, function(feedback)
    if feedback and vim.trim(feedback) ~= '' then
      settle(question, { decision = 'reject', feedback = vim.trim(feedback) })
    end
  end)
end

---@param question ptk.Question
local function map_keys(question)
  for _, choice in ipairs(view.offered(question.params)) do
    vim.keymap.set('n', choice.key, function()
      if not question.listening then
        return
      elseif choice.decision then
        settle(question, { decision = choice.decision })
      else
        reject_with_reason(question)
      end
    end, { buffer = question.buf, nowait = true, desc = 'ptk: ' .. choice.word })
  end
  vim.keymap.set('n', 'q', function()
    if question.listening then
      settle(question, { decision = 'reject' })
    end
  end, { buffer = question.buf, nowait = true, desc = 'ptk: close and reject' })
end

--- Gives the float the cursor, and a moment later its keys their meaning.
---@param question ptk.Question
local function take_focus(question)
  if question.answered or not api.nvim_win_is_valid(question.win) then
    return
  end
  api.nvim_set_current_win(question.win)
  api.nvim_win_set_config(question.win, { footer = view.deaf })
  vim.defer_fn(function()
    if not question.answered and api.nvim_win_is_valid(question.win) then
      question.listening = true
      api.nvim_win_set_config(question.win, { footer = (view.answers(question.params)) })
    end
  end, deaf_ms)
end

--- Somebody who types goes on typing: the float takes the cursor when the
--- editor is back in normal mode.
---@param question ptk.Question
local function focus_when_idle(question)
  local mode = api.nvim_get_mode().mode
  if mode == 'n' or mode == 'nt' then
    return take_focus(question)
  end
  api.nvim_create_autocmd('ModeChanged', {
    pattern = { '*:n', '*:nt' },
    group = api.nvim_create_augroup('ptk.approve.focus', {}),
    once = true,
    callback = vim.schedule_wrap(function()
      if queue[1] == question then
        focus_when_idle(question)
      end
    end),
  })
end

---@param question ptk.Question
local function show(question)
  local lines = view.lines(question.params)
  question.buf = api.nvim_create_buf(false, true)
  api.nvim_buf_set_lines(question.buf, 0, -1, false, lines)
  vim.bo[question.buf].filetype = 'diff'
  vim.bo[question.buf].modifiable = false
  vim.bo[question.buf].bufhidden = 'wipe'
  question.win = api.nvim_open_win(question.buf, false, view.window(question.params, lines))
  vim.wo[question.win].wrap = false
  api.nvim_create_autocmd('WinClosed', {
    pattern = tostring(question.win),
    once = true,
    callback = function()
      settle(question, { decision = 'reject' })
    end,
  })
  map_keys(question)
  focus_when_idle(question)
end

function show_next()
  vim.schedule(function()
    local question = queue[1]
    if question and not question.win then
      show(question)
      chat_changed()
    end
  end)
end

--- Asks the user; for a handler, which runs in a coroutine and waits in it.
---@param params ptk.ApproveParams
---@return ptk.ApproveResult
function M.ask(params)
  local waiting = assert(coroutine.running(), 'ptk/approve runs outside of a coroutine')
  table.insert(queue, {
    params = params,
    listening = false,
    answered = false,
    answer = vim.schedule_wrap(function(result)
      local ok, problem = coroutine.resume(waiting, result)
      if not ok then
        vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
      end
    end),
  })
  show_next()
  return coroutine.yield()
end

--- Puts the cursor into the float that is shown.
---@return boolean
function M.focus()
  local question = queue[1]
  if not question or not question.win or not api.nvim_win_is_valid(question.win) then
    return false
  end
  take_focus(question)
  return true
end

--- Takes away the questions of a call or a conversation that has ended.
---@param which {toolCallId?: string, conversationId?: string}
function M.dismiss(which)
  for _, question in ipairs(vim.list_slice(queue)) do
    local params = question.params
    if params.toolCallId == which.toolCallId or params.conversationId == which.conversationId then
      settle(question, { decision = 'reject' })
    end
  end
end

return M
