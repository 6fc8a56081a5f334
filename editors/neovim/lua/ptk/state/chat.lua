--- A chat: its conversation, and what the user does in it.
local M = {}

local approvals = require('ptk.state.approvals')
local conversation = require('ptk.state.conversation')
local events = require('ptk.base.events')
local mentions = require('ptk.editor.mentions')
local outbox = require('ptk.state.outbox')
local turns = require('ptk.state.turn')

---@class ptk.Chat
---@field root string of the workspace that it began in
---@field transcript ptk.Transcript
---@field screen ptk.Screen
---@field attachments ptk.Attachment[] of the next message
---@field turns ptk.TurnInfo[] the turns that are shown
---@field earlier? string id of the first turn shown, if there are earlier ones
---@field prompts string[] that were sent, oldest first
---@field conversation_id? string
---@field model? string nil: the server's
---@field mode? ptk.Mode
---@field tools? string[] offered to the model; nil: all
---@field server? integer client id of the last turn
---@field turn? ptk.RunningTurn
---@field usage? ptk.Usage
---@field editing? ptk.Editing of a message that was sent
---@field queued ptk.Queued[] messages that the model has not read yet; also the running turn's
---@field loading? boolean a conversation is being read
---@field undoing? boolean an undo is running
---@field private when_loaded fun()[] called after a conversation was read
---@field private status string the last activity that was reported
local Chat = {}
Chat.__index = Chat

---@param root string of the workspace
---@param transcript ptk.Transcript
---@param screen ptk.Screen
---@return ptk.Chat
function M.new(root, transcript, screen)
  return setmetatable({
    root = root,
    transcript = transcript,
    screen = screen,
    attachments = {},
    turns = {},
    prompts = {},
    queued = {},
    when_loaded = {},
    status = '',
  }, Chat)
end

---@return string for the status line; '' if the chat is idle
function Chat:activity()
  if approvals.is_waiting() then
    return 'waits for your answer'
  end
  return self.turn and self.turn.activity or ''
end

--- Shows the chat's status after a change.
function Chat:changed()
  self.screen.refresh(self)
  local activity = self:activity()
  if activity ~= self.status then
    self.status = activity
    events.emit('StatusChanged', { status = activity })
  end
end

---@param attachment ptk.Attachment
function Chat:attach(attachment)
  table.insert(self.attachments, attachment)
  self:changed()
end

---@param text string
local function warn(text)
  vim.notify('ptk: ' .. text, vim.log.levels.WARN)
end

--- Adds what a message mentions to its attachments.
---@param attachments ptk.Attachment[]
---@param mentioned ptk.Mentioned
---@return ptk.Attachment[]
local function with_mentioned(attachments, mentioned)
  local all = vim.list_slice(attachments)
  for _, attachment in ipairs(mentioned.attachments) do
    local there = vim.iter(all):any(function(other)
      return vim.deep_equal(other, attachment)
    end)
    all[#all + 1] = not there and attachment or nil
  end
  return all
end

---@param turn ptk.RunningTurn
---@param result? ptk.ChatResult
local function emit_end(turn, result)
  events.emit('TurnEnd', {
    conversation_id = turn.conversation_id,
    turn_id = turn.view.info.turn_id or turn.turn_id,
    success = result ~= nil and result.success,
  })
end

--- Sends a message, to the running turn if there is one.
---@param text string
---@param options? {mode?: ptk.Mode, attachments?: ptk.Attachment[], plan?: ptk.PlanEntry[]}
---@return boolean sent
function Chat:ask(text, options)
  text, options = vim.trim(text), options or {}
  if self.loading then
    warn('the conversation is still being read; send it again in a moment')
    return false
  elseif self.turn then
    return self:steer(text)
  elseif self.editing then
    conversation.go_back(self, self.editing.info, function(problem)
      if not problem then
        return self:begin(text, options)
      end
      self.transcript:set_prompt(text)
      warn('not sent: ' .. problem)
    end)
    return true
  end
  self:begin(text, options)
  return true
end

--- Sends a message as soon as the conversation has been read.
---@param text string
---@param options? {mode?: ptk.Mode}
function Chat:ask_when_loaded(text, options)
  if not self.loading then
    self:ask(text, options)
    return
  end
  table.insert(self.when_loaded, function()
    self:ask_when_loaded(text, options)
  end)
end

--- Ends the reading of a conversation.
function Chat:loaded()
  self.loading = false
  self:changed()
  local callbacks = self.when_loaded
  self.when_loaded = {}
  for _, callback in ipairs(callbacks) do
    callback()
  end
end

---@param text string
---@param options {mode?: ptk.Mode, attachments?: ptk.Attachment[], plan?: ptk.PlanEntry[]}
function Chat:begin(text, options)
  local last = self.turns[#self.turns]
  local mentioned = mentions.resolve(text)
  ---@type ptk.TurnInfo
  local info = {
    message = text,
    attachments = with_mentioned(options.attachments or self.attachments, mentioned),
    mode = options.mode or self.mode,
    previous_id = last and last.turn_id,
    plan = options.plan,
    calls = {},
    changes = {},
  }
  self.attachments = {}
  table.insert(self.turns, info)
  self.turn = turns.start({
    params = {
      message = text,
      conversationId = self.conversation_id,
      attachments = #info.attachments > 0 and info.attachments or nil,
      model = self.model,
      mode = info.mode,
      tools = self.tools,
      plan = options.plan,
    },
    view = self.screen.begin_turn(self, info),
    previous_server = self.server,
    queued = self.queued,
    on_change = self:on_change(),
    on_read = self:on_read(),
    on_end = self:on_end(),
  })
  for _, warning in ipairs(mentioned.warnings) do
    self.turn.view:event({ kind = 'warning', message = warning })
  end
  events.emit('TurnStart', { conversation_id = self.conversation_id, message = text })
  self:changed()
end

---@private
---@return fun()
function Chat:on_change()
  return function()
    self:follow(self.turn)
  end
end

---@private
---@return fun()
function Chat:on_read()
  return function()
    self.transcript:set_queued(self.queued)
  end
end

---@private
---@return fun(turn: ptk.RunningTurn, result?: ptk.ChatResult)
function Chat:on_end()
  return function(turn, result)
    self:ended(turn, result)
  end
end

--- Stops showing the running turn; its answer goes on and is in the history. Messages
--- that it has not received go back into the prompt.
function Chat:leave_turn()
  local turn = self.turn
  if not turn then
    return
  end
  self.turn = nil
  outbox.leave(self)
  turn:hide(function(hidden, result)
    emit_end(hidden, result)
    if self.conversation_id == hidden.conversation_id and not self.turn then
      conversation.open(self, self.conversation_id)
    end
  end)
end

--- Shows a turn that was left and still runs.
---@param turn ptk.RunningTurn
function Chat:return_to(turn)
  local info = turn.view.info
  info.calls, info.changes = {}, {}
  local last = self.turns[#self.turns]
  info.previous_id = last and last.turn_id
  table.insert(self.turns, info)
  self.turn, self.queued = turn, turn.queued
  turn:show(self.screen.begin_turn(self, info), self:on_change(), self:on_read(), self:on_end())
  self.transcript:set_queued(self.queued)
  self:changed()
end

---@param turn? ptk.RunningTurn
function Chat:follow(turn)
  if turn and turn.conversation_id ~= self.conversation_id then
    self.conversation_id = turn.conversation_id
    conversation.save(self)
  end
  outbox.send(self)
  self:changed()
end

---@param turn ptk.RunningTurn
---@param result? ptk.ChatResult
function Chat:ended(turn, result)
  self.conversation_id = turn.conversation_id
  self.server = turn.client and turn.client.id or self.server
  self.usage = result and result.usage or self.usage
  self.turn = nil
  conversation.save(self)
  emit_end(turn, result)
  self:changed()
  local late = outbox.ended(self)
  if late ~= '' then
    self:ask(late)
  end
end

--- Sends a message to the running turn. A message that comes too late starts a
--- turn of its own.
---@param text string
---@return boolean sent
function Chat:steer(text)
  if text == '' then
    return false
  end
  outbox.add(self, text)
  return true
end

--- Takes back a message that the model has not read yet.
---@param item? ptk.Queued default: the last one
function Chat:take_back(item)
  outbox.take_back(self, item)
end

--- Sends the prompt.
---@return boolean sent
function Chat:send_prompt()
  local text = self.transcript:prompt()
  if text == '' or not self:ask(text) then
    return false
  end
  if self.prompts[#self.prompts] ~= text then
    table.insert(self.prompts, text)
  end
  self.transcript:set_prompt('')
  conversation.save(self)
  return true
end

--- Stops the running turn, or cancels the editing of a message.
function Chat:stop()
  if self.turn then
    outbox.stop(self)
    self.turn:stop()
  elseif self.editing then
    self.transcript:set_prompt(self.editing.draft)
    self.attachments, self.editing = self.editing.attachments, nil
    self:changed()
  end
end

--- Sends the message of a turn again.
---@param info? ptk.TurnInfo default: the last turn
function Chat:retry(info)
  info = info or self.turns[#self.turns]
  if not info then
    return warn('nothing has been asked yet')
  elseif self.turn then
    return warn('the answer is still being written; :PtkStop ends it')
  end
  self:ask(info.message, { attachments = info.attachments, mode = info.mode })
end

--- Puts the message of a turn into the prompt; sent, it replaces the turn and all
--- later ones.
---@param info ptk.TurnInfo
function Chat:edit(info)
  if self.turn then
    return warn('the answer is still being written; :PtkStop ends it')
  end
  local before = self.editing or { draft = self.transcript:prompt(), attachments = self.attachments }
  self.editing = { info = info, draft = before.draft, attachments = before.attachments }
  self.attachments = vim.list_slice(info.attachments)
  self.transcript:set_prompt(info.message)
  self:changed()
end

--- Starts a new conversation; the old one stays in the history.
function Chat:reset()
  self:leave_turn()
  self.conversation_id, self.usage, self.editing, self.earlier = nil, nil, nil, nil
  self.attachments, self.turns, self.queued = {}, {}, {}
  local draft = self.transcript:prompt()
  self.transcript:clear()
  self.transcript:set_prompt(draft)
  self.screen.show_end(self)
  conversation.save(self)
  self:changed()
end

return M
