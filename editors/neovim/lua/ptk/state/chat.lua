--- A chat: its conversation, and what the user does in it.
local M = {}

local approvals = require('ptk.state.approvals')
local chat_turn = require('ptk.state.chat_turn')
local conversation = require('ptk.state.conversation')
local events = require('ptk.base.events')
local format = require('ptk.base.format')
local outbox = require('ptk.state.outbox')
local resume = require('ptk.state.resume')
local saved = require('ptk.state.saved')

---@class ptk.Chat
---@field id string of its file in the state folder
---@field name string of its buffer
---@field root string of its workspace
---@field transcript ptk.Transcript
---@field screen ptk.Screen
---@field attachments ptk.Attachment[] of the next message
---@field turns ptk.TurnInfo[] the turns that are shown
---@field earlier? string id of the first turn shown, if there are earlier ones
---@field prompts string[] that were sent, oldest first
---@field conversation_id? string
---@field conversation_title? string
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
---@field unread? boolean an answer has ended that the user has not seen
---@field used integer when the user used it last, in milliseconds
---@field unsent? string[] queued messages of the last Neovim, until the conversation is read
---@field unfinished_edit? ptk.UnfinishedEdit of the last Neovim, until the conversation is read
---@field private when_loaded fun()[] called after a conversation was read
---@field private status string the last activity that was reported
local Chat = {}
Chat.__index = Chat

---@class ptk.Screen how the view shows a chat
---@field begin_turn fun(chat: ptk.Chat, info: ptk.TurnInfo): ptk.TurnView
---@field show_page fun(chat: ptk.Chat, page: ptk.ConversationResult) replaces what is shown
---@field prepend_page fun(chat: ptk.Chat, page: ptk.ConversationResult) shows it above
---@field refresh fun(chat: ptk.Chat) shows the chat's status
---@field show_end fun(chat: ptk.Chat) scrolls to the prompt
---@field is_seen fun(chat: ptk.Chat): boolean whether a window of the current tab page shows it

---@class ptk.NewChat
---@field id string
---@field name string
---@field root string
---@field transcript ptk.Transcript
---@field screen ptk.Screen

---@param options ptk.NewChat
---@return ptk.Chat
function M.new(options)
  local fields = { attachments = {}, turns = {}, prompts = {}, queued = {}, when_loaded = {}, status = '', used = 0 }
  return setmetatable(vim.tbl_extend('error', fields, options), Chat)
end

---@return boolean whether a question waits for the user
function Chat:is_asked()
  return self.turn ~= nil and approvals.waits_in(self.turn.conversation_id)
end

---@return string for the status line; '' if the chat is idle
function Chat:activity()
  if self:is_asked() then
    return 'waits for your answer'
  end
  return self.turn and self.turn.activity or ''
end

---@alias ptk.ChatState 'needs you'|'running'|'unread'|'idle'

---@return ptk.ChatState for the list of the chats
function Chat:state()
  if self:is_asked() then
    return 'needs you'
  end
  return self.turn and 'running' or self.unread and 'unread' or 'idle'
end

---@return string
function Chat:title()
  local first = not self.earlier and self.turns[1] or nil
  return format.short(self.conversation_title or first and first.message or 'new chat')
end

--- Shows the chat's status after a change.
function Chat:changed()
  self.screen.refresh(self)
  local activity = self:activity()
  if activity ~= self.status then
    self.status = activity
    events.emit('StatusChanged', { status = activity, chat = self.id, state = self:state() })
  end
end

--- Saves what a later Neovim restores.
function Chat:save()
  saved.save(self)
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
---@param options? ptk.AskOptions
---@return boolean sent
function Chat:ask(text, options)
  text, options = vim.trim(text), options or {}
  if self.loading then
    warn('the conversation is still being read; send it again in a moment')
    return false
  elseif self.turn then
    return self:steer(text)
  elseif self.editing then
    local draft = self.editing.draft
    conversation.go_back(self, self.editing.info, function(problem)
      if not problem then
        outbox.to_prompt(self, { draft })
        return chat_turn.begin(self, text, options)
      end
      self.transcript:set_prompt(text)
      warn('not sent: ' .. problem)
    end)
    return true
  end
  chat_turn.begin(self, text, options)
  return true
end

--- Sends a message as soon as the conversation has been read.
---@param text string
---@param options? ptk.AskOptions
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
  self:save()
  return true
end

--- Stops the running turn, or cancels the editing of a message.
function Chat:stop()
  if self.turn then
    outbox.stop(self)
    self.turn:stop()
  else
    self:cancel_editing()
  end
end

--- Ends the editing of a message: the prompt is as before. What was edited is among the
--- sent prompts.
function Chat:cancel_editing()
  local editing, text = self.editing, self.transcript:prompt()
  if not editing then
    return
  end
  if text ~= '' and text ~= editing.info.message then
    table.insert(self.prompts, text)
  end
  self.transcript:set_prompt(editing.draft)
  self.attachments, self.editing = editing.attachments, nil
  self:save()
  self:changed()
end

--- Ends the running turn without a trace, because its conversation is being deleted.
---@param callback fun() called after its end
function Chat:abandon(callback)
  local turn = self.turn
  if turn then
    self.turn = nil
    outbox.to_prompt(self, outbox.texts(self))
    self.queued = {}
  end
  self:reset()
  if turn then
    return turn:abandon(callback)
  end
  callback()
end

--- Sends the message of a turn again.
---@param info? ptk.TurnInfo default: the last turn
function Chat:retry(info)
  info = info or self.turns[#self.turns]
  if not info then
    return warn('nothing has been asked yet')
  elseif self.turn then
    return warn('the answer is still being written; :Ptk stop ends it')
  end
  if info.continues then
    return resume.run(self)
  end
  self:ask(info.message, { attachments = info.attachments, mode = info.mode })
end

--- Puts the message of a turn into the prompt; sent, it replaces the turn and all
--- later ones.
---@param info ptk.TurnInfo
function Chat:edit(info)
  if self.turn then
    return warn('the answer is still being written; :Ptk stop ends it')
  end
  local before = self.editing or { draft = self.transcript:prompt(), attachments = self.attachments }
  self.editing = { info = info, draft = before.draft, attachments = before.attachments }
  self.attachments = vim.list_slice(info.attachments)
  self.transcript:set_prompt(info.message)
  self:save()
  self:changed()
end

--- Starts a new conversation; the old one stays in the history. The draft stays.
function Chat:reset()
  self:cancel_editing()
  outbox.to_prompt(self, vim.list_extend(self.unsent or {}, { (self.unfinished_edit or {}).draft or '' }))
  local draft = self.transcript:prompt()
  self.conversation_id, self.conversation_title, self.usage = nil, nil, nil
  self.earlier, self.unread, self.unsent, self.unfinished_edit = nil, nil, nil, nil
  self.attachments, self.turns = {}, {}
  self.transcript:clear()
  self.transcript:set_prompt(draft)
  self.screen.show_end(self)
  self:save()
  self:changed()
end

return M
