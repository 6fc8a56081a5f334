--- Questions of the server whether it may do something: a float that shows the
--- change, one key for each answer. They are asked one after the other; one that
--- is closed waits, and is listed by :PtkApprove.
local M = {}

local api = vim.api
local asking = require('ptk.asking')
local events = require('ptk.events')
local view = require('ptk.question')
local visible = require('ptk.visible')

---@class ptk.Question
---@field params ptk.ApproveParams
---@field answer fun(result: ptk.ApproveResult)
---@field parts ptk.ShownPart[]
---@field must? integer the row that must have been shown before it can be allowed
---@field shown? integer the last row that was
---@field buf? integer
---@field win? integer
---@field put_off boolean the user has closed it
---@field listening boolean its keys work
---@field answered boolean
---@field stop_waiting? fun()

---@type ptk.Question[] those that are not answered
local queue = {}

---@return boolean
function M.waits()
  return #queue > 0
end

---@param question ptk.Question
---@param waits boolean
local function tell_chat(question, waits)
  local chat = package.loaded['ptk.chat'] and require('ptk.chat').current()
  if chat then
    if chat.turn then
      chat.turn.view:waits(question.params.toolCallId, waits)
    end
    chat:changed()
  end
end

local show_next

---@param question ptk.Question
local function close(question)
  local win = question.win
  question.win, question.listening = nil, false
  if question.stop_waiting then
    question.stop_waiting()
  end
  if win and api.nvim_win_is_valid(win) then
    api.nvim_win_close(win, true)
  end
end

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
  close(question)
  question.answer(result)
  tell_chat(question, false)
  events.emit('Answered', { title = question.params.title, decision = result.decision })
  show_next()
end

--- Takes the window away; the question waits on.
---@param question ptk.Question
local function put_off(question)
  if question.answered or not question.win then
    return
  end
  question.put_off = true
  close(question)
  vim.notify('ptk: it waits; :PtkApprove shows it again')
  show_next()
end

---@param question ptk.Question
---@param decision ptk.Decision
local function decide(question, decision)
  if decision ~= 'reject' and not asking.was_shown(question) then
    return vim.notify('ptk: it is longer than the window; read to its end, then allow it', vim.log.levels.WARN)
  end
  local files, problem = view.files(question.params, question.parts)
  if decision == 'reject' then
    files = nil
  elseif problem then
    return vim.notify('ptk: ' .. problem, vim.log.levels.WARN)
  elseif files and vim.iter(question.parts):all(function(part)
    return part.left_out
  end) then
    decision, files = 'reject', nil
  end
  settle(question, { decision = decision, files = files })
end

---@param question ptk.Question
local function reject_with_reason(question)
  vim.ui.input({ prompt = 'Tell the model why: ' }, function(feedback)
    if feedback and vim.trim(feedback) ~= '' then
      settle(question, { decision = 'reject', feedback = vim.trim(feedback) })
    end
  end)
end

--- Shows the change side by side; the question waits beside it.
---@param question ptk.Question
local function show_sides(question)
  local sides = view.sides(question.params, question.parts)
  if #sides == 0 then
    return vim.notify('ptk: no file would be changed', vim.log.levels.WARN)
  end
  require('ptk.sides').show(sides)
end

---@param question ptk.Question
---@param choice ptk.Choice
local function choose(question, choice)
  if choice.decision then
    decide(question, choice.decision)
  elseif choice.with_diff then
    show_sides(question)
  elseif choice.with_parts then
    if not asking.leave_out(question) then
      vim.notify('ptk: go to a part of the change first', vim.log.levels.WARN)
    end
  else
    reject_with_reason(question)
  end
end

--- Asks by vim.ui.select, beside the float.
---@param question ptk.Question
local function ask_by_select(question)
  if question.answered or not question.win then
    return
  elseif not asking.was_shown(question) then
    return asking.take_focus(question) -- where it can be scrolled
  end
  vim.cmd.redraw()
  vim.ui.select(
    vim.tbl_filter(function(choice)
      return not choice.with_parts and not choice.with_diff
    end, view.offered(question.params, {})),
    {
      prompt = 'ptk asks: ' .. visible.line(question.params.title),
      kind = 'ptk.approve',
      format_item = function(choice)
        return choice.word
      end,
    },
    function(choice)
      if choice then
        return choose(question, choice)
      end
      put_off(question)
    end
  )
end

---@param question ptk.Question
local function show(question)
  local by_select = require('ptk.config').get().approve == 'select'
  asking.show(question, { choose = choose, put_off = put_off }, by_select and ask_by_select or asking.take_focus)
end

function show_next()
  vim.schedule(function()
    local shown = vim.iter(queue):any(function(question)
      return question.win ~= nil
    end)
    local question = vim.iter(queue):find(function(question)
      return not question.put_off
    end)
    if question and not shown then
      show(question)
      tell_chat(question, true)
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
    parts = {},
    put_off = false,
    listening = false,
    answered = false,
    answer = vim.schedule_wrap(function(result)
      local ok, problem = coroutine.resume(waiting, result)
      if not ok then
        vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
      end
    end),
  })
  events.emit('Asked', { title = params.title, tool = params.tool })
  show_next()
  return coroutine.yield()
end

--- Shows a question, with the cursor in it.
---@param question ptk.Question
local function bring_up(question)
  for _, other in ipairs(queue) do
    if other ~= question and other.win then
      close(other)
    end
  end
  if not question.win then
    show(question)
  end
  asking.take_focus(question)
end

---@param id string of a tool call
---@return ptk.Question?
local function question_of(id)
  return vim.iter(queue):find(function(question)
    return question.params.toolCallId == id
  end)
end

--- Shows the question of a tool call.
---@param id string of the call
---@return boolean shown
function M.show(id)
  local question = question_of(id)
  if question then
    bring_up(question)
  end
  return question ~= nil
end

--- Shows what a tool call would change, side by side.
---@param id string of the call
---@return boolean shown
function M.sides(id)
  local question = question_of(id)
  if question then
    show_sides(question)
  end
  return question ~= nil
end

--- Shows the question that waits; of several the one that the user picks.
function M.pick()
  if #queue <= 1 then
    if queue[1] then
      return bring_up(queue[1])
    end
    return vim.notify('ptk: nothing waits for an answer')
  end
  vim.ui.select(vim.list_slice(queue), {
    prompt = 'These wait for your answer',
    kind = 'ptk.approve',
    format_item = function(question)
      return visible.line(question.params.title)
    end,
  }, function(question)
    if question and not question.answered then
      bring_up(question)
    end
  end)
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
