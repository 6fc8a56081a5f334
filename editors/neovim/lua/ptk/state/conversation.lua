--- Earlier conversations: opens them, and goes back to an earlier turn.
local M = {}

local client = require('ptk.protocol.client')

--- The number of turns that are read at once.
local page_size = 30

---@class ptk.Editing
---@field info ptk.TurnInfo the turn that the next message replaces
---@field draft string the prompt before
---@field attachments ptk.Attachment[] those before

---@class ptk.TurnInfo a turn that the chat shows
---@field message string
---@field attachments ptk.Attachment[]
---@field mode? ptk.Mode
---@field turn_id? string
---@field previous_id? string id of the turn before it
---@field plan? ptk.PlanEntry[] as last changed; a turn of the mode "plan" proposes it
---@field calls ptk.Call[]
---@field changes ptk.FileChange[]
---@field undone? integer when its changes were undone
---@field continues? boolean it continues the turn before it, and has no message of its own
---@field unfinished? boolean it did not come to an answer

---@class ptk.Call a tool call that the chat shows
---@field block integer
---@field title string
---@field done boolean
---@field event ptk.ToolCallEvent
---@field result? ptk.ToolResultEvent
---@field output string[] pieces of the tool's output

--- Reads the turns before those that are shown.
---@param chat ptk.Chat
function M.read_earlier(chat)
  local id, before = chat.conversation_id, chat.earlier
  if not before or chat.loading then
    return
  end
  chat.loading = true
  chat:changed()
  local params = { conversationId = id, before = before, limit = page_size + 1 }
  client.request('ptk/conversation', params, function(page, problem)
    if problem then
      vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
    elseif chat.conversation_id == id and chat.earlier == before then
      chat.screen.prepend_page(chat, page)
    end
    chat:loaded()
  end, chat.root)
end

--- Shows a conversation in a chat without a running turn, instead of the current one.
---@param chat ptk.Chat
---@param id string
---@param callback? fun(problem?: string, page?: ptk.ConversationResult)
function M.open(chat, id, callback)
  chat.loading = true
  chat:changed()
  client.request('ptk/conversation', { conversationId = id, limit = page_size + 1 }, function(page, problem)
    chat.loading = false
    if page then
      chat.conversation_id, chat.conversation_title = id, page.info.title
      chat.screen.show_page(chat, page)
      chat:save()
    end
    if callback then
      callback(problem, page)
    elseif problem then
      vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
    end
    chat:loaded()
  end, chat.root)
end

--- Goes back to the turn before the given one, in a copy: the old conversation
--- stays as it is. The turns of the copy have ids of their own, so it is read.
---@param chat ptk.Chat
---@param info ptk.TurnInfo
---@param callback fun(problem?: string)
function M.go_back(chat, info, callback)
  if not info.previous_id then -- nothing is left
    chat.transcript:cut(0)
    chat.turns, chat.editing, chat.conversation_id = {}, nil, nil
    vim.notify('ptk: the old conversation stays in :Ptk history')
    return callback()
  end
  local params = { conversationId = chat.conversation_id, turnId = info.previous_id }
  client.request('ptk/forkConversation', params, function(fork, problem)
    if not fork then
      return callback(problem or 'the server sent no result')
    end
    M.open(chat, fork.conversationId, callback)
  end, chat.root)
end

return M
