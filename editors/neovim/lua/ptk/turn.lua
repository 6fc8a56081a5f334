--- One question and its answer: the request, its events on their way into the
--- view, its end. Whatever happens it ends once.
local M = {}

local client = require('ptk.client')

local frame_ms = 30
local stop_within_ms = 5000
local request_failed = -32803
local count = 0

---@class ptk.TurnOptions
---@field params ptk.ChatParams
---@field view ptk.View
---@field server_before? integer the client that the conversation was in before
---@field on_change fun() told after something was drawn
---@field on_end fun(turn: ptk.RunningTurn, result?: ptk.ChatResult)

---@class ptk.RunningTurn: ptk.TurnOptions
---@field activity string what it is doing, in a few words
---@field conversation_id? string
---@field client? vim.lsp.Client
---@field private request_id? integer
---@field private events ptk.ChatEvent[] not yet drawn
---@field private drawing boolean
---@field private stopping boolean
---@field private over boolean
---@field telling? boolean a message is on its way into it
local Turn = {}
Turn.__index = Turn

---@type table<string, ptk.RunningTurn> by their progress tokens
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
    end)
  end)
  return self
end

--- Takes a $/progress where it belongs to a turn.
---@param token integer|string
---@param value table
---@return boolean taken nobody else should see it; work-done progress is the editor's too
function M.progress(token, value)
  local turn = running[token]
  if not turn then
    -- The rest of a turn that has ended: nobody else's either.
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
    return self:fail(problem or 'the server is not there')
  end
  self.client = server
  self.request_id = client.request(server, 'ptk/chat', self.params, function(err, result)
    self:answered(err, result)
  end)
  if not self.request_id then
    self:fail('the server is gone', 'Ask again: it is started by the next question.')
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
    self.conversation_id = event.conversationId
  elseif event.kind == 'tool_result' then
    require('ptk.approve').dismiss({ toolCallId = event.toolCallId })
    require('ptk.edits').refresh()
    require('ptk.events').emit('ToolResult', { tool = event.tool, success = event.success })
  end
  if not self.drawing then
    self.drawing = true
    vim.defer_fn(function()
      self.drawing = false
      self:draw()
    end, frame_ms)
  end
end

--- The events that come in pieces, and where the piece is.
local pieces_in = { text = 'text', reasoning = 'text', tool_output = 'chunk' }

---@param events ptk.ChatEvent[]
---@return ptk.ChatEvent[] the same with pieces in a row made one
local function merged(events)
  local list = {} ---@type ptk.ChatEvent[]
  local pieces = {} ---@type string[]
  local function join()
    local last = list[#list]
    local field = last and pieces_in[last.kind]
    if field then
      last[field] = table.concat(pieces)
    end
  end
  for _, event in ipairs(events) do
    local last, field = list[#list], pieces_in[event.kind]
    if field and last and last.kind == event.kind and last.toolCallId == event.toolCallId then
      pieces[#pieces + 1] = event[field]
    else
      join()
      pieces = field and { event[field] } or {}
      list[#list + 1] = event
    end
  end
  join()
  return list
end

function Turn:draw()
  local events = self.events
  self.events = {}
  if #events == 0 or self.over then
    return
  end
  for _, event in ipairs(merged(events)) do
    self.view:event(event)
  end
  self.on_change()
end

function Turn:close()
  self.over = true
  running[self.params.workDoneToken], running[self.params.partialResultToken] = nil, nil
  require('ptk.approve').dismiss({ conversationId = self.conversation_id })
end

---@param result? ptk.ChatResult
function Turn:finish(result)
  self:close()
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

--- Whether the server, started again since, does not know the conversation.
---@param err lsp.ResponseError
---@return boolean
function Turn:is_forgotten(err)
  return err.code == request_failed and self.params.conversationId ~= nil and self.server_before ~= self.client.id
end

function Turn:begin_anew()
  self.view:event({ kind = 'warning', message = 'The server was restarted: a new conversation begins.' })
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
    return self:begin_anew()
  elseif err or not result then
    return self:fail(err and err.message or 'the server answered nothing')
  end
  self:draw()
  self.view:result(result)
  self:finish(result)
end

--- Cancels the request. Neovim swallows the answer to a cancelled one, so that
--- its end is seen by the request going from the client's list.
function Turn:stop()
  if self.over or self.stopping then
    return
  end
  self.stopping = true
  self.activity = 'stopping'
  local deadline = vim.uv.now() + stop_within_ms
  if self.request_id then
    client.cancel(self.client, self.request_id)
  end
  local function look()
    if self.over then
      return
    end
    local waits = self.request_id and self.client.requests[self.request_id] ~= nil
    if waits and vim.uv.now() < deadline then
      return vim.defer_fn(look, 20)
    end
    self:draw()
    self.view:stopped()
    self:finish()
  end
  look()
  self.on_change()
end

--- Cancels it and draws nothing more: its view is about to go.
function Turn:abandon()
  if self.request_id and not self.stopping then
    client.cancel(self.client, self.request_id)
  end
  self:close()
end

return M
