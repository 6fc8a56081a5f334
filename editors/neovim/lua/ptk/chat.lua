--- The conversation of a chat buffer: what the user does in it.
local M = {}

local client = require('ptk.client')
local process = require('ptk.process')
local turns = require('ptk.turn')

---@class ptk.Chat
---@field root string of the workspace that it began in
---@field transcript ptk.Transcript
---@field attachments ptk.Attachment[] to go along with the next message
---@field said ptk.Said[] the turns that are shown
---@field earlier? string the turn before which there are others, which are not shown
---@field prompts string[] what was sent, oldest first
---@field conversation_id? string
---@field model? string nil: the server's
---@field mode? ptk.Mode
---@field tools? string[] offered to the model; nil: all
---@field server? integer the client that the conversation was last in
---@field turn? ptk.RunningTurn the one that runs
---@field usage? ptk.Usage
---@field editing? ptk.Said the turn in whose place the next message goes
---@field steering string[] what the running turn has not been told yet
---@field loading? boolean its conversation is being read
---@field undoing? boolean an undo is on its way
---@field private told string the activity that was told last
local Chat = {}
Chat.__index = Chat

---@type ptk.Chat?
local current

---@return ptk.Chat
local function create()
  local chat = setmetatable({
    root = client.root_of(0),
    transcript = require('ptk.transcript').new(),
    attachments = {},
    said = {},
    prompts = {},
    steering = {},
    told = '',
  }, Chat)
  require('ptk.window').prepare(chat)
  require('ptk.past').resume(chat)
  return chat
end

--- The chat of this Neovim, made by the first use.
---@return ptk.Chat
function M.current()
  if not current or not vim.api.nvim_buf_is_valid(current.transcript.buf) then
    current = create()
  end
  return current
end

---@return string
function M.status()
  return current and current:activity() or ''
end

---@return string what the chat is doing, '' where it does nothing
function Chat:activity()
  if require('ptk.approve').waits() then
    return 'waits for your answer'
  end
  return self.turn and self.turn.activity or ''
end

function Chat:changed()
  require('ptk.window').refresh(self)
  local activity = self:activity()
  if activity ~= self.told then
    self.told = activity
    require('ptk.events').emit('StatusChanged', { status = activity })
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

--- Asks, or tells the turn that runs.
---@param text string
---@param options? {mode?: ptk.Mode, attachments?: ptk.Attachment[], plan?: ptk.PlanEntry[]}
---@return boolean taken
function Chat:ask(text, options)
  text, options = vim.trim(text), options or {}
  if self.loading then
    warn('the conversation is still being read; send it again in a moment')
    return false
  elseif self.turn then
    return self:steer(text)
  elseif self.editing then
    require('ptk.past').go_back(self, self.editing, function(problem)
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

--- Asks as soon as the conversation that is being read is there.
---@param text string
---@param options? {mode?: ptk.Mode}
function Chat:ask_when_ready(text, options)
  if not self.loading then
    self:ask(text, options)
    return
  end
  vim.defer_fn(function()
    self:ask_when_ready(text, options)
  end, 20)
end

---@param text string
---@param options {mode?: ptk.Mode, attachments?: ptk.Attachment[], plan?: ptk.PlanEntry[]}
function Chat:begin(text, options)
  local last = self.said[#self.said]
  ---@type ptk.Said
  local said = {
    message = text,
    attachments = options.attachments or self.attachments,
    mode = options.mode or self.mode,
    before = last and last.turn_id,
    plan = options.plan,
    calls = {},
    changes = {},
  }
  self.attachments = {}
  table.insert(self.said, said)
  self.turn = turns.start({
    params = {
      message = text,
      conversationId = self.conversation_id,
      attachments = #said.attachments > 0 and said.attachments or nil,
      model = self.model,
      mode = said.mode,
      tools = self.tools,
      plan = options.plan,
    },
    view = require('ptk.render').begin(self.transcript, said),
    server_before = self.server,
    on_change = function()
      self:follow(self.turn)
    end,
    on_end = function(turn, result)
      self:ended(turn, result)
    end,
  })
  require('ptk.events').emit('TurnStart', { conversation_id = self.conversation_id, message = text })
  self:changed()
end

---@param turn? ptk.RunningTurn
function Chat:follow(turn)
  if turn and turn.conversation_id ~= self.conversation_id then
    self.conversation_id = turn.conversation_id
    require('ptk.past').remember(self)
  end
  self:tell_steering()
  self:changed()
end

---@param turn ptk.RunningTurn
---@param result? ptk.ChatResult
function Chat:ended(turn, result)
  self.conversation_id = turn.conversation_id
  self.server = turn.client and turn.client.id or self.server
  self.usage = result and result.usage or self.usage
  self.turn = nil
  require('ptk.past').remember(self)
  require('ptk.events').emit('TurnEnd', {
    conversation_id = turn.conversation_id,
    turn_id = turn.view.said.turn_id,
    success = result ~= nil and result.success,
  })
  self:changed()
  local late = table.concat(self.steering, '\n')
  self.steering = {}
  if late ~= '' then
    self:ask(late)
  end
end

--- Tells the model something while it is at work. What comes too late is asked
--- as a message of its own.
---@param text string
---@return boolean taken
function Chat:steer(text)
  if text == '' then
    return false
  end
  table.insert(self.steering, text)
  self:tell_steering()
  self:changed()
  return true
end

--- Hands over what the turn has not been told, as soon as it can be told.
function Chat:tell_steering()
  local turn = self.turn
  if not turn or not turn.conversation_id or turn.telling or #self.steering == 0 then
    return
  end
  turn.telling = true
  local text = table.remove(self.steering, 1)
  client.ask('ptk/steer', { conversationId = turn.conversation_id, message = text }, function(_, problem)
    turn.telling = false
    if problem then
      table.insert(self.steering, 1, text)
      if not self.turn then -- it ended meanwhile
        self:ended(turn)
      end
    end
    self:changed()
  end)
end

--- Sends what stands in the prompt.
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
  require('ptk.past').remember(self)
  return true
end

function Chat:stop()
  if self.turn then
    self.steering = {}
    self.turn:stop()
  end
end

--- Asks the last message, or the one of a turn, again.
---@param said? ptk.Said
function Chat:retry(said)
  said = said or self.said[#self.said]
  if not said then
    return warn('nothing has been asked yet')
  elseif self.turn then
    return warn('the answer is still being written; :PtkStop ends it')
  end
  self:ask(said.message, { attachments = said.attachments, mode = said.mode })
end

--- Puts a message that was sent into the prompt; sent again, it takes the place
--- of the old one and of all that followed.
---@param said ptk.Said
function Chat:edit(said)
  if self.turn then
    return warn('the answer is still being written; :PtkStop ends it')
  end
  self.editing, self.attachments = said, vim.list_slice(said.attachments)
  self.transcript:set_prompt(said.message)
  self:changed()
end

--- Begins a new conversation; the old one stays in the server's history.
function Chat:reset()
  if self.turn then
    self.turn:abandon()
  end
  self.turn, self.conversation_id, self.usage, self.editing, self.earlier = nil, nil, nil, nil, nil
  self.attachments, self.said, self.steering = {}, {}, {}
  local draft = self.transcript:prompt()
  self.transcript:clear()
  self.transcript:set_prompt(draft)
  require('ptk.past').remember(self)
  self:changed()
end

process.on_end(function(message)
  if current and current.turn then
    current.turn:fail(message, 'What was said is kept: gr asks again.')
  end
end)

return M
