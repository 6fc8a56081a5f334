--- A chat: its conversation, and what the user does in it.
local M = {}

local approvals = require('ptk.state.approvals')
local client = require('ptk.protocol.client')
local conversation = require('ptk.state.conversation')
local events = require('ptk.base.events')
local turns = require('ptk.state.turn')

---@class ptk.Screen how the view shows a chat
---@field begin_turn fun(chat: ptk.Chat, info: ptk.TurnInfo): ptk.TurnView
---@field show_page fun(chat: ptk.Chat, page: ptk.ConversationResult) replaces what is shown
---@field prepend_page fun(chat: ptk.Chat, page: ptk.ConversationResult) shows it above
---@field refresh fun(chat: ptk.Chat) shows the chat's status
---@field show_end fun(chat: ptk.Chat) scrolls to the prompt

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
---@field editing? ptk.TurnInfo the turn that the next message replaces
---@field queued string[] messages that the running turn has not received yet
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
    conversation.go_back(self, self.editing, function(problem)
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
  ---@type ptk.TurnInfo
  local info = {
    message = text,
    attachments = options.attachments or self.attachments,
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
    on_change = function()
      self:follow(self.turn)
    end,
    on_end = function(turn, result)
      self:ended(turn, result)
    end,
  })
  events.emit('TurnStart', { conversation_id = self.conversation_id, message = text })
  self:changed()
end

---@param turn? ptk.RunningTurn
function Chat:follow(turn)
  if turn and turn.conversation_id ~= self.conversation_id then
    self.conversation_id = turn.conversation_id
    conversation.save(self)
  end
  self:send_queued()
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
  events.emit('TurnEnd', {
    conversation_id = turn.conversation_id,
    turn_id = turn.view.info.turn_id,
    success = result ~= nil and result.success,
  })
  self:changed()
  local late = table.concat(self.queued, '\n')
  self.queued = {}
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
  table.insert(self.queued, text)
  self:send_queued()
  self:changed()
  return true
end

--- Sends the first queued message, if the turn can receive it.
function Chat:send_queued()
  local turn = self.turn
  if not turn or not turn.conversation_id or turn.steering or #self.queued == 0 then
    return
  end
  turn.steering = true
  local text = table.remove(self.queued, 1)
  client.request('ptk/steer', { conversationId = turn.conversation_id, message = text }, function(_, problem)
    turn.steering = false
    if problem then
      table.insert(self.queued, 1, text)
      if not self.turn then -- it has ended
        self:ended(turn)
      end
    end
    self:changed()
  end)
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

function Chat:stop()
  if self.turn then
    self.queued = {}
    self.turn:stop()
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
  self.editing, self.attachments = info, vim.list_slice(info.attachments)
  self.transcript:set_prompt(info.message)
  self:changed()
end

--- Starts a new conversation; the old one stays in the history.
function Chat:reset()
  if self.turn then
    self.turn:abandon()
  end
  self.turn, self.conversation_id, self.usage, self.editing, self.earlier = nil, nil, nil, nil, nil
  self.attachments, self.turns, self.queued = {}, {}, {}
  local draft = self.transcript:prompt()
  self.transcript:clear()
  self.transcript:set_prompt(draft)
  self.screen.show_end(self)
  conversation.save(self)
  self:changed()
end

return M
