--- Earlier conversations: restores the last one, opens others, and goes back to an
--- earlier turn.
local M = {}

local client = require('ptk.protocol.client')
local config = require('ptk.base.config')
local store = require('ptk.state.store')
local turns = require('ptk.state.turn')

local draft_after_ms = 500
local unknown = 'no such conversation'

--- The number of turns that are read at once.
local page_size = 30

---@class ptk.Screen how the view shows a chat
---@field begin_turn fun(chat: ptk.Chat, info: ptk.TurnInfo): ptk.TurnView
---@field show_page fun(chat: ptk.Chat, page: ptk.ConversationResult) replaces what is shown
---@field prepend_page fun(chat: ptk.Chat, page: ptk.ConversationResult) shows it above
---@field refresh fun(chat: ptk.Chat) shows the chat's status
---@field show_end fun(chat: ptk.Chat) scrolls to the prompt

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

---@class ptk.Call a tool call that the chat shows
---@field block integer
---@field title string
---@field done boolean
---@field event ptk.ToolCallEvent
---@field result? ptk.ToolResultEvent
---@field output string[] pieces of the tool's output

--- Saves what a later Neovim restores.
---@param chat ptk.Chat
function M.save(chat)
  if not config.get().restore or not vim.api.nvim_buf_is_valid(chat.transcript.buf) then
    return
  end
  local problem = store.save(chat.root, {
    conversationId = chat.conversation_id,
    draft = chat.transcript:prompt(),
    prompts = chat.prompts,
    model = chat.model,
    mode = chat.mode,
  })
  if problem then
    vim.notify_once('ptk: the draft cannot be saved: ' .. problem, vim.log.levels.WARN)
  end
end

--- Saves the draft after each change and when Neovim exits.
---@param chat ptk.Chat
function M.keep_draft(chat)
  local group = vim.api.nvim_create_augroup('ptk.past', {})
  local timer = assert(vim.uv.new_timer())
  local function save()
    timer:stop()
    M.save(chat)
  end
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
    group = group,
    buffer = chat.transcript.buf,
    callback = function()
      timer:start(draft_after_ms, 0, vim.schedule_wrap(save))
    end,
  })
  vim.api.nvim_create_autocmd('VimLeavePre', { group = group, callback = save })
end

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
  end)
end

--- Shows a conversation in the chat instead of the current one.
---@param chat ptk.Chat
---@param id string
---@param callback? fun(problem?: string)
function M.open(chat, id, callback)
  chat:leave_turn()
  chat.loading = true
  client.request('ptk/conversation', { conversationId = id, limit = page_size + 1 }, function(page, problem)
    chat.loading = false
    if page then
      local running, last = turns.running_in(id), page.turns[#page.turns]
      if running and last and last.turnId == running.turn_id then
        table.remove(page.turns)
      end
      chat.conversation_id = id
      chat.screen.show_page(chat, page)
      if running then
        chat:return_to(running)
      end
      M.save(chat)
    end
    if callback then
      callback(problem)
    elseif problem then
      vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
    end
    chat:loaded()
  end)
end

--- Restores the last conversation of the workspace, its draft and settings.
---@param chat ptk.Chat
function M.restore(chat)
  if not config.get().restore then
    return
  end
  local saved = store.load(chat.root)
  chat.prompts, chat.model, chat.mode = saved.prompts or {}, saved.model, saved.mode
  chat.transcript:set_prompt(saved.draft or '')
  M.keep_draft(chat)
  if saved.conversationId then
    chat.conversation_id = saved.conversationId
    M.open(chat, saved.conversationId, function(problem)
      if problem and problem:find(unknown, 1, true) then
        chat.conversation_id = nil -- it was deleted
      elseif problem then
        vim.notify('ptk: the last conversation cannot be shown: ' .. problem, vim.log.levels.WARN)
      end
    end)
  end
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
    vim.notify('ptk: the old conversation stays in :PtkHistory')
    return callback()
  end
  local params = { conversationId = chat.conversation_id, turnId = info.previous_id }
  client.request('ptk/forkConversation', params, function(fork, problem)
    if not fork then
      return callback(problem or 'the server sent no result')
    end
    M.open(chat, fork.conversationId, callback)
  end)
end

return M
