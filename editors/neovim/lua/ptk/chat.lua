--- The conversation of a chat buffer: what the user does in it.
local M = {}

local client = require('ptk.client')
local turns = require('ptk.turn')

---@class ptk.Chat
---@field transcript ptk.Transcript
---@field attachments ptk.Attachment[] to go along with the next question
---@field conversation_id? string
---@field server? integer the client that the conversation was last in
---@field turn? ptk.Turn the one that runs
---@field usage? ptk.Usage
local Chat = {}
Chat.__index = Chat

---@type ptk.Chat?
local current

---@return ptk.Chat
local function create()
  local chat = setmetatable({
    transcript = require('ptk.transcript').new(),
    attachments = {},
  }, Chat)
  require('ptk.window').prepare(chat)
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

--- Takes a $/progress where it belongs to a chat; true where nobody else should
--- see it.
---@param token integer|string
---@param value any
---@return boolean
function M.progress(token, value)
  return turns.progress(token, value)
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
end

---@param attachment ptk.Attachment
function Chat:attach(attachment)
  table.insert(self.attachments, attachment)
  self:changed()
end

---@param text string
---@return boolean asked
function Chat:ask(text)
  if self.turn then
    vim.notify('ptk: the answer is still being written; :PtkStop ends it', vim.log.levels.WARN)
    return false
  end
  local attachments = self.attachments
  self.attachments = {}
  self.turn = turns.start({
    params = {
      message = vim.trim(text),
      conversationId = self.conversation_id,
      attachments = #attachments > 0 and attachments or nil,
    },
    view = require('ptk.render').begin(self.transcript, vim.trim(text), attachments),
    server_before = self.server,
    on_change = function()
      self:changed()
    end,
    on_end = function(turn, result)
      self:ended(turn, result)
    end,
  })
  self:changed()
  return true
end

---@param turn ptk.Turn
---@param result? ptk.ChatResult
function Chat:ended(turn, result)
  self.conversation_id = turn.conversation_id
  self.server = turn.client and turn.client.id or self.server
  self.usage = result and result.usage or self.usage
  self.turn = nil
  self:changed()
end

--- Sends what stands in the prompt.
function Chat:send_prompt()
  local text = self.transcript:prompt()
  if text ~= '' and self:ask(text) then
    self.transcript:set_prompt('')
  end
end

function Chat:stop()
  if self.turn then
    self.turn:stop()
  end
end

--- Begins a new conversation; the old one stays in the server's history.
function Chat:reset()
  if self.turn then
    self.turn:abandon()
  end
  self.turn, self.conversation_id, self.usage, self.attachments = nil, nil, nil, {}
  self.transcript:clear()
  self:changed()
end

client.on_end(function(message)
  if current and current.turn then
    current.turn:fail(message, 'Ask again: the next question starts it.')
  end
end)

return M
