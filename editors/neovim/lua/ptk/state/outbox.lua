--- The messages that the user sends while an answer comes: sends them to the running
--- turn, and takes them back until the model has read them.
local M = {}

local along = require('ptk.state.along')
local client = require('ptk.protocol.client')

---@class ptk.Queued a message that the model has not read yet
---@field text string
---@field state 'waiting'|'sending'|'sent'
---@field id? string of a message that was sent
---@field unwanted? boolean it is to be taken back as soon as it was sent
---@field attachments? ptk.Attachment[]
---@field shown? string the text with the titles of the attachments
---@field give_back? fun() puts the attachments back to those of the next message

--- Puts texts into the prompt, before the draft.
---@param chat ptk.Chat
---@param texts string[]
function M.to_prompt(chat, texts)
  texts = vim.tbl_filter(function(text)
    return text ~= ''
  end, vim.list_extend(vim.list_slice(texts), { chat.transcript:prompt() }))
  chat.transcript:set_prompt(table.concat(texts, '\n'))
end

---@param list ptk.Queued[]
---@param item ptk.Queued
---@return boolean removed
local function remove(list, item)
  for i, each in ipairs(list) do
    if each == item then
      table.remove(list, i)
      if item.give_back then
        item.give_back()
      end
      return true
    end
  end
  return false
end

--- Removes the items in some states from the queue of a chat.
---@param chat ptk.Chat
---@param states table<string, true>
---@return string[] texts
local function take(chat, states)
  local texts = {}
  for _, item in ipairs(vim.list_slice(chat.queued)) do
    if states[item.state] then
      remove(chat.queued, item)
      texts[#texts + 1] = item.text
    end
  end
  return texts
end

---@param chat ptk.Chat
local function show(chat)
  chat.transcript:set_queued(chat.queued)
  chat:save()
  chat:changed()
end

--- Asks the server to take a message back.
---@param chat ptk.Chat
---@param turn ptk.RunningTurn
---@param item ptk.Queued
local function unsteer(chat, turn, item)
  local params = { conversationId = turn.conversation_id, messageId = item.id }
  client.request('ptk/unsteer', params, function(result, problem)
    if result and result.removed and remove(turn.queued, item) then
      M.to_prompt(chat, { item.text })
      show(chat)
    else
      vim.notify('ptk: ' .. (problem or 'the model has already read the message'), vim.log.levels.WARN)
    end
  end, chat.root)
end

--- Handles the response to a message that was sent.
---@param chat ptk.Chat
---@param turn ptk.RunningTurn
---@param item ptk.Queued
---@param result? ptk.SteerResult
---@param problem? string
local function sent(chat, turn, item, result, problem)
  local open = vim.list_contains(turn.queued, item) -- otherwise it was read or taken back
  if not open then
    return
  elseif not problem and chat.turn == turn then
    item.state, item.id = 'sent', result and result.messageId
    if item.unwanted then
      unsteer(chat, turn, item)
    end
  elseif chat.turn == turn then
    item.state = 'waiting'
  elseif problem then -- the turn has ended
    remove(turn.queued, item)
    if turn.failed or chat.turn or chat.conversation_id ~= turn.conversation_id or not chat:ask(item.text) then
      M.to_prompt(chat, { item.text })
    end
  end
end

---@param chat ptk.Chat
---@return string[] texts that are in the queue
function M.texts(chat)
  return vim.tbl_map(function(item)
    return item.text
  end, chat.queued)
end

--- Sends the next message, if the turn can receive it.
---@param chat ptk.Chat
function M.send(chat)
  local turn = chat.turn
  local item = vim.iter(chat.queued):find(function(each)
    return each.state == 'waiting'
  end)
  if not turn or not turn.conversation_id or turn.steering or not item then
    return
  end
  turn.steering, item.state = true, 'sending'
  local params = { conversationId = turn.conversation_id, message = item.text, attachments = item.attachments }
  client.request('ptk/steer', params, function(result, problem)
    turn.steering = false
    sent(chat, turn, item, result, problem)
    show(chat)
  end, chat.root)
end

---@param chat ptk.Chat
---@param text string
function M.add(chat, text)
  local item = { text = text, state = 'waiting' } ---@type ptk.Queued
  along.take(chat, item)
  table.insert(chat.queued, item)
  M.send(chat)
  show(chat)
end

--- Removes a message that the model has read. They are read in the order of the queue.
---@param queued ptk.Queued[]
---@param text string
function M.read(queued, text)
  for i, item in ipairs(queued) do
    if item.text == text then
      table.remove(queued, i)
      return
    end
  end
end

--- Takes a message back into the prompt.
---@param chat ptk.Chat
---@param item? ptk.Queued default: the last one
function M.take_back(chat, item)
  item = item or chat.queued[#chat.queued]
  if not item or not chat.turn then
    return vim.notify('ptk: nothing is queued')
  elseif item.state == 'waiting' then
    remove(chat.queued, item)
    M.to_prompt(chat, { item.text })
    show(chat)
  elseif item.state == 'sending' then
    item.unwanted = true
  else
    unsteer(chat, chat.turn, item)
  end
end

--- Takes the messages back that the turn has not received, because it is stopped.
---@param chat ptk.Chat
function M.stop(chat)
  M.to_prompt(chat, take(chat, { waiting = true }))
  chat.transcript:set_queued(chat.queued)
end

--- Empties the queue of a turn that has ended: what it had received but not read goes
--- back into the prompt, and after a failure what it had not received too.
---@param chat ptk.Chat
---@param completed boolean the turn has a result
---@return string text that came too late; '' if nothing did
function M.ended(chat, completed)
  local late = completed and take(chat, { waiting = true }) or {}
  local unread = take(chat, { waiting = true, sent = true })
  chat.queued = {} -- what is being sent is handled by its response
  M.to_prompt(chat, unread)
  chat.transcript:set_queued(chat.queued)
  return table.concat(late, '\n')
end

return M
