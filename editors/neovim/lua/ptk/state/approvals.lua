--- The queue of approvals: tool calls that wait for the user's decision.
local M = {}

local events = require('ptk.base.events')
local proposal = require('ptk.base.proposal')

---@class ptk.Approval
---@field params ptk.ApproveParams
---@field answered boolean
---@field postponed boolean the user has closed its window
---@field in_background? boolean it is postponed because another chat is shown
---@field private files? ptk.ProposedFile[]
---@field win? integer that shows it
---@field private reply fun(result: ptk.ApproveResult)

---@type ptk.Approval[] not answered yet, oldest first
local queue = {}

---@type fun(approval: ptk.Approval)[]
local listeners = {}

--- Calls a function after each approval that is added or answered.
---@param listener fun(approval: ptk.Approval)
function M.on_change(listener)
  listeners[#listeners + 1] = listener
end

---@param approval ptk.Approval
local function notify(approval)
  for _, listener in ipairs(listeners) do
    local ok, problem = pcall(listener, approval) -- a failure must not lose the question
    if not ok then
      vim.schedule(function()
        vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
      end)
    end
  end
end

---@return ptk.Approval[]
function M.pending()
  return queue
end

--- Reports whether a question of a conversation waits. A question that names no
--- conversation counts for each.
---@param conversation_id? string
---@return boolean
function M.waits_in(conversation_id)
  return vim.iter(queue):any(function(approval)
    local id = approval.params.conversationId
    return id == '' or id == conversation_id
  end)
end

--- Shows the approvals that were postponed only because another chat was shown.
---@param conversation_id string
function M.offer(conversation_id)
  for _, approval in ipairs(queue) do
    if approval.params.conversationId == conversation_id and approval.in_background then
      approval.postponed, approval.in_background = false, nil
      notify(approval)
    end
  end
end

---@param tool_call_id string
---@return ptk.Approval?
function M.of_call(tool_call_id)
  return vim.iter(queue):find(function(approval)
    return approval.params.toolCallId == tool_call_id
  end)
end

--- Returns what an approval proposes for its files, with the user's decisions so far.
---@param approval ptk.Approval
---@return ptk.ProposedFile[]
function M.files(approval)
  approval.files = approval.files or proposal.files(approval.params)
  return approval.files
end

--- Adds an approval and waits for the decision, in the coroutine of a handler.
---@param params ptk.ApproveParams
---@return ptk.ApproveResult
function M.request(params)
  local waiting = assert(coroutine.running(), 'ptk/approve runs outside of a coroutine')
  ---@type ptk.Approval
  local approval = {
    params = params,
    answered = false,
    postponed = false,
    reply = vim.schedule_wrap(function(result)
      local ok, problem = coroutine.resume(waiting, result)
      if not ok then
        vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
      end
    end),
  }
  table.insert(queue, approval)
  events.emit('Asked', { title = params.title, tool = params.tool })
  notify(approval)
  return coroutine.yield()
end

---@param approval ptk.Approval
---@param result ptk.ApproveResult
function M.answer(approval, result)
  if approval.answered then
    return
  end
  approval.answered = true
  for i, each in ipairs(queue) do
    if each == approval then
      table.remove(queue, i)
      break
    end
  end
  approval.reply(result)
  notify(approval)
  events.emit('Answered', { title = approval.params.title, decision = result.decision })
end

--- Answers with what the user has decided about the files.
---@param approval ptk.Approval
---@param decision ptk.Decision for what the user has not rejected
function M.submit(approval, decision)
  M.answer(approval, proposal.answer(M.files(approval), decision))
end

--- Rejects the approvals of a tool call or a conversation that has ended.
---@param which {toolCallId?: string, conversationId?: string}
function M.dismiss(which)
  for _, approval in ipairs(vim.list_slice(queue)) do
    local params = approval.params
    if params.toolCallId == which.toolCallId or params.conversationId == which.conversationId then
      M.answer(approval, { decision = 'reject' })
    end
  end
end

return M
