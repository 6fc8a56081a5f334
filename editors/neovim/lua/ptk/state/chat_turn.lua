--- The running turn of a chat: how it begins, what changes the chat, how it ends.
local M = {}

local events = require('ptk.base.events')
local mentions = require('ptk.editor.mentions')
local outbox = require('ptk.state.outbox')
local turns = require('ptk.state.turn')

---@class ptk.AskOptions
---@field mode? ptk.Mode
---@field attachments? ptk.Attachment[] default: the chat's
---@field plan? ptk.PlanEntry[] to be carried out

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

--- Takes over the id of the conversation, which the server chooses.
---@param chat ptk.Chat
---@param turn ptk.RunningTurn
local function follow(chat, turn)
  if turn.conversation_id ~= chat.conversation_id then
    chat.conversation_id = turn.conversation_id
    chat:save()
  end
  outbox.send(chat)
  chat:changed()
end

---@param chat ptk.Chat
---@param turn ptk.RunningTurn
---@param result? ptk.ChatResult
local function ended(chat, turn, result)
  chat.conversation_id = turn.conversation_id
  chat.server = turn.client and turn.client.id or chat.server
  chat.usage = result and result.usage or chat.usage
  chat.turn = nil
  chat.unread = not chat.screen.is_seen(chat)
  local late = outbox.ended(chat, result ~= nil)
  chat:save()
  events.emit('TurnEnd', {
    conversation_id = turn.conversation_id,
    turn_id = turn.view.info.turn_id or turn.turn_id,
    success = result ~= nil and result.success,
    usage = result and result.usage,
    model = result and result.model,
    chat = chat.id,
  })
  chat:changed()
  if late ~= '' then
    chat:ask(late)
  end
end

---@param chat ptk.Chat
---@param info ptk.TurnInfo
---@return ptk.ChatParams
local function params_of(chat, info)
  if info.continues then
    return { message = '', conversationId = chat.conversation_id, continue = true }
  end
  return {
    message = info.message,
    conversationId = chat.conversation_id,
    attachments = #info.attachments > 0 and info.attachments or nil,
    model = chat.model,
    mode = info.mode,
    tools = chat.tools,
    plan = info.plan,
  }
end

---@param chat ptk.Chat
---@param info ptk.TurnInfo
---@return ptk.RunningTurn
local function run(chat, info)
  return turns.start({
    params = params_of(chat, info),
    root = chat.root,
    view = chat.screen.begin_turn(chat, info),
    previous_server = chat.server,
    queued = chat.queued,
    on_change = function()
      if chat.turn then
        follow(chat, chat.turn)
      end
    end,
    on_read = function()
      chat.transcript:set_queued(chat.queued)
      chat:save()
    end,
    on_end = function(turn, result)
      ended(chat, turn, result)
    end,
  })
end

--- Starts a turn as the last one of the chat.
---@param chat ptk.Chat
---@param info ptk.TurnInfo
function M.start(chat, info)
  table.insert(chat.turns, info)
  chat.turn = run(chat, info)
  local message = info.continues and '' or info.message
  events.emit('TurnStart', { conversation_id = chat.conversation_id, message = message, chat = chat.id })
  chat:changed()
end

--- Sends a message as a turn of its own.
---@param chat ptk.Chat
---@param text string
---@param options ptk.AskOptions
function M.begin(chat, text, options)
  local last = chat.turns[#chat.turns]
  local mentioned = mentions.resolve(text)
  ---@type ptk.TurnInfo
  local info = {
    message = text,
    attachments = with_mentioned(options.attachments or chat.attachments, mentioned),
    mode = options.mode or chat.mode,
    previous_id = last and last.turn_id,
    plan = options.plan,
    calls = {},
    changes = {},
  }
  chat.attachments = {}
  M.start(chat, info)
  for _, warning in ipairs(mentioned.warnings) do
    chat.turn.view:event({ kind = 'warning', message = warning } --[[@as ptk.WarningEvent]])
  end
end

return M
