--- One turn: the request ptk/chat, its events, and its end, which happens once.
local M = {}

local approvals = require('ptk.state.approvals')
local client = require('ptk.protocol.client')
local edits = require('ptk.editor.edits')
local events = require('ptk.base.events')
local lsp = require('ptk.base.lsp')
local merge = require('ptk.state.merge')
local outbox = require('ptk.state.outbox')

local frame_ms = 30
local stop_within_ms = 5000
local request_failed = -32803
local count = 0

---@class ptk.TurnOptions
---@field params ptk.ChatParams
---@field root string of the workspace
---@field view ptk.TurnView
---@field previous_server? integer client id of the conversation's last turn
---@field queued ptk.Queued[] messages that the model has not read yet
---@field on_change fun() called after something was drawn
---@field on_read fun() called after the model has read a queued message, before it is drawn
---@field on_end fun(turn: ptk.RunningTurn, result?: ptk.ChatResult)

---@class ptk.RunningTurn: ptk.TurnOptions
---@field activity string for the status line
---@field conversation_id? string
---@field client? vim.lsp.Client
---@field private request_id? integer
---@field private events ptk.ChatEvent[] not drawn yet
---@field private drawing boolean
---@field private stopping boolean
---@field private over boolean
---@field failed? boolean it ended without a result
---@field turn_id? string
---@field steering? boolean a ptk/steer request is running
local Turn = {}
Turn.__index = Turn

---@type table<string, ptk.RunningTurn> by progress token
local running = {}

---@param options ptk.TurnOptions
---@return ptk.RunningTurn
function M.start(options)
  count = count + 1
  local params = options.params
  local self = setmetatable(options, Turn) --[[@as ptk.RunningTurn]]
  self.activity = 'starting'
  self.conversation_id = params.conversationId
  self.events = {}
  self.drawing, self.stopping, self.over = false, false, false
  params.workDoneToken = 'ptk-work-' .. count
  params.partialResultToken = 'ptk-part-' .. count
  running[params.workDoneToken], running[params.partialResultToken] = self, self
  vim.schedule(function()
    client.with(function(server, problem)
      self:send(server, problem)
    end, self.root)
  end)
  return self
end

--- Handles a $/progress notification of a turn.
---@param token integer|string
---@param value table
---@return boolean handled false if Neovim should handle it too, as work-done progress
function M.progress(token, value)
  local turn = running[token]
  if not turn then
    -- A late event of a turn that has ended.
    return type(token) == 'string' and vim.startswith(token, 'ptk-part-')
  end
  if token == turn.params.partialResultToken then
    turn:queue(value)
    return true
  end
  turn.activity = value.message or turn.activity
  turn.on_change()
  return false
end

---@param server? vim.lsp.Client
---@param problem? string
function Turn:send(server, problem)
  if self.over then
    return
  end
  if not server then
    return self:fail(problem or 'the server does not run')
  end
  self.client = server
  self.request_id = lsp.request(server, 'ptk/chat', self.params, function(err, result)
    self:answered(err, result)
  end)
  if not self.request_id then
    self:fail('the server has ended', 'Ask again: the next message starts it.')
  end
  self.activity = 'asking'
  self.on_change()
end

---@param event ptk.ChatEvent
function Turn:queue(event)
  self.events[#self.events + 1] = event
  if self.activity == 'asking' then
    self.activity = 'answering'
  end
  if event.kind == 'turn_start' then
    self.conversation_id, self.turn_id = event.conversationId, event.turnId
  elseif event.kind == 'tool_result' then
    approvals.dismiss({ toolCallId = event.toolCallId })
    edits.refresh()
    events.emit('ToolResult', {
      tool = event.tool,
      success = event.success,
      diff = event.diff,
      conversation_id = self.conversation_id,
      turn_id = self.turn_id,
    })
  end
  if not self.drawing then
    self.drawing = true
    vim.defer_fn(function()
      self.drawing = false
      self:draw()
    end, frame_ms)
  end
end

function Turn:draw()
  local queued = self.events
  self.events = {}
  if #queued == 0 or self.over then
    return
  end
  for _, event in ipairs(merge.events(queued)) do
    if event.kind == 'user_message' then
      outbox.read(self.queued, event.text)
      self.on_read()
    end
    self.view:event(event)
  end
  self.on_change()
end

function Turn:close()
  self.over = true
  running[self.params.workDoneToken], running[self.params.partialResultToken] = nil, nil
  approvals.dismiss({ conversationId = self.conversation_id })
end

---@param result? ptk.ChatResult
function Turn:finish(result)
  self:close()
  self.failed = result == nil
  self.on_end(self, result)
end

---@param problem string
---@param suggestion? string
function Turn:fail(problem, suggestion)
  if self.over then
    return
  end
  self:draw()
  self.view:problem(problem, suggestion)
  self:finish()
end

--- Reports whether the server was restarted and does not know the conversation.
---@param err lsp.ResponseError
---@return boolean
function Turn:is_forgotten(err)
  return err.code == request_failed and self.params.conversationId ~= nil and self.previous_server ~= self.client.id
end

function Turn:start_over()
  local message = 'The server was restarted: a new conversation begins.'
  self.view:event({ kind = 'warning', message = message } --[[@as ptk.WarningEvent]])
  self.params.conversationId, self.conversation_id = nil, nil
  self:send(self.client)
end

---@param err? lsp.ResponseError
---@param result? ptk.ChatResult
function Turn:answered(err, result)
  if self.over then
    return
  end
  if err and self:is_forgotten(err) then
    return self:start_over()
  elseif err or not result then
    return self:fail(err and err.message or 'the server sent no result')
  end
  self:draw()
  self.view:result(result)
  self:finish(result)
end

--- Cancels the request and calls back after its end. Neovim does not pass on the response
--- to a cancelled request; its arrival is seen by the event LspRequest.
---@private
---@param callback fun() may be called more than once
function Turn:cancel(callback)
  self.stopping = true
  if not self.request_id or not self.client.requests[self.request_id] then
    return callback()
  end
  local id = self.client.id
  local waiting = vim.api.nvim_create_autocmd('LspRequest', {
    callback = function(args)
      local data = args.data
      if data.client_id == id and data.request_id == self.request_id and data.request.type == 'complete' then
        vim.schedule(callback)
        return true
      end
    end,
  })
  vim.defer_fn(function()
    pcall(vim.api.nvim_del_autocmd, waiting)
    callback()
  end, stop_within_ms)
  lsp.cancel(self.client, self.request_id)
end

function Turn:stop()
  if self.over or self.stopping then
    return
  end
  self.activity = 'stopping'
  self:cancel(function()
    self:stopped()
  end)
  if not self.over then
    self.on_change()
  end
end

--- Shows that the turn was stopped, and ends it.
function Turn:stopped()
  if not self.over then
    self:draw()
    self.view:stopped()
    self:finish()
  end
end

--- Ends the turns of a server with a problem.
---@param client_id integer
---@param problem string
---@param suggestion string
function M.fail_all(client_id, problem, suggestion)
  for _, turn in ipairs(vim.tbl_values(running)) do
    if turn.client and turn.client.id == client_id then
      turn:fail(problem, suggestion)
    end
  end
end

--- Cancels it and draws nothing more, because its text is about to be cleared.
---@param callback fun() called after its end
function Turn:abandon(callback)
  local called = false
  self:close()
  self:cancel(function()
    if not called then
      called = true
      callback()
    end
  end)
end

return M
