--- What a chat keeps between sessions of Neovim: saves it, and restores it.
local M = {}

local chats = require('ptk.state.chats')
local config = require('ptk.base.config')
local conversation = require('ptk.state.conversation')
local outbox = require('ptk.state.outbox')
local store = require('ptk.state.store')

local draft_after_ms = 500
local unknown = 'no such conversation'

---@type table<string, uv.uv_timer_t> by the id of the chat
local timers = {}

---@param chat ptk.Chat
---@return ptk.State
local function state_of(chat)
  local editing = chat.editing and { turnId = chat.editing.info.turn_id, draft = chat.editing.draft }
  return {
    root = chat.root,
    used = chat.used,
    title = chat:title(),
    conversationId = chat.conversation_id,
    draft = chat.transcript:prompt(),
    editing = editing or chat.unfinished_edit,
    queued = vim.list_extend(outbox.texts(chat), chat.unsent or {}),
    unread = chat.unread or nil,
    prompts = chat.prompts,
    model = chat.model,
    mode = chat.mode,
  }
end

--- Saves what a later Neovim restores.
---@param chat ptk.Chat
function M.save(chat)
  if not timers[chat.id] or not vim.api.nvim_buf_is_valid(chat.transcript.buf) then
    return
  end
  local problem = store.save(chat.id, state_of(chat))
  if problem then
    vim.notify_once('ptk: the draft cannot be saved: ' .. problem, vim.log.levels.WARN)
  end
end

---@param chat ptk.Chat
---@return boolean whether a later Neovim lists the chat even if it has no draft
local function is_wanted(chat)
  return chat.turn ~= nil or chat.unread or chats.is_used(chat) or chats.last(chat.root) == chat
end

--- Saves the draft after each change and when Neovim exits.
---@param chat ptk.Chat
function M.keep(chat)
  if not config.get().restore then
    return
  end
  local group = vim.api.nvim_create_augroup('ptk.saved.' .. chat.id, {})
  local timer = timers[chat.id] or assert(vim.uv.new_timer())
  timers[chat.id] = timer
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
    group = group,
    buffer = chat.transcript.buf,
    callback = function()
      timer:start(
        draft_after_ms,
        0,
        vim.schedule_wrap(function()
          M.save(chat)
        end)
      )
    end,
  })
  vim.api.nvim_create_autocmd('VimLeavePre', {
    group = group,
    callback = function()
      M.save(chat)
      if not is_wanted(chat) and chat.transcript:prompt() == '' and not chat.unsent then
        store.remove(chat.id)
      end
      store.unlock(chat.id)
    end,
  })
end

--- Saves nothing more, and forgets the chat. Its conversation stays in the history.
---@param chat ptk.Chat
function M.forget(chat)
  local timer = timers[chat.id]
  if not timer then
    return
  end
  timer:stop()
  timer:close()
  timers[chat.id] = nil
  pcall(vim.api.nvim_del_augroup_by_name, 'ptk.saved.' .. chat.id)
  store.remove(chat.id)
  store.unlock(chat.id)
end

--- Returns the id of a stored chat that is not open, and locks it: the one that was used
--- last. If there is none, the id is a new one.
---@param root string of the workspace
---@param fresh? boolean always returns a new id
---@return string
function M.claim(root, fresh)
  if not config.get().restore then
    return store.new_id(root)
  end
  for _, chat in ipairs(fresh and {} or store.list(root)) do
    if not timers[chat.id] and store.lock(chat.id) then
      return chat.id
    end
  end
  local first = store.first_id(root)
  local id = not timers[first] and store.lock(first) and first or store.new_id(root)
  store.lock(id)
  return id
end

--- Locks a stored chat that is not open.
---@param id string
---@return string? root of its workspace; nil if there is none, or another Neovim has it open
function M.take(id)
  local root = config.get().restore and store.load(id).root
  return root and not timers[id] and store.lock(id) and root or nil
end

--- Goes on with the editing of a message.
---@param chat ptk.Chat
local function edit_again(chat)
  local unfinished = chat.unfinished_edit
  chat.unfinished_edit = nil
  if not unfinished then
    return
  end
  local info = vim.iter(chat.turns):find(function(each)
    return each.turn_id == unfinished.turnId
  end)
  if info then
    chat.editing = { info = info, draft = unfinished.draft, attachments = chat.attachments }
    chat.attachments = vim.list_slice(info.attachments)
  elseif unfinished.draft ~= '' then
    outbox.to_prompt(chat, { unfinished.draft })
  end
end

--- Puts the queued messages of the last Neovim into the prompt, unless the server has
--- added them to the conversation when it ended.
---@param chat ptk.Chat
---@param page? ptk.ConversationResult
local function queue_to_prompt(chat, page)
  local known = {} ---@type table<string, true>
  local last = page and page.turns[#page.turns]
  for _, event in ipairs(last and last.events or {}) do
    if event.kind == 'user_message' then
      known[event.text] = true
    end
  end
  local texts = vim.tbl_filter(function(text)
    return not known[text]
  end, chat.unsent or {})
  chat.unsent = nil
  if #texts > 0 then
    outbox.to_prompt(chat, texts)
    local what = #texts == 1 and 'a message that was not read is' or #texts .. ' messages that were not read are'
    vim.notify(('ptk: %s in the prompt again'):format(what))
  end
end

---@param chat ptk.Chat
---@param problem? string
---@param page? ptk.ConversationResult
local function opened(chat, problem, page)
  if problem and not problem:find(unknown, 1, true) then
    -- What waits for the conversation is restored when it can be read.
    return vim.notify('ptk: the last conversation cannot be shown: ' .. problem, vim.log.levels.WARN)
  elseif problem then
    chat.conversation_id, chat.conversation_title = nil, nil -- it was deleted
  end
  queue_to_prompt(chat, page)
  edit_again(chat)
  M.save(chat)
end

--- Restores a chat: its last conversation, draft and settings.
---@param chat ptk.Chat
function M.restore(chat)
  if not config.get().restore then
    return
  end
  local state = store.load(chat.id)
  local like = next(state) and state or (store.list(chat.root)[1] or {}).state or {}
  chat.prompts, chat.model, chat.mode = like.prompts or {}, like.model, like.mode
  chat.conversation_title = state.conversationId and state.title
  chat.transcript:set_prompt(state.draft or '')
  chat.unsent = #(state.queued or {}) > 0 and state.queued or nil
  chat.unfinished_edit, chat.unread = state.editing, state.unread
  chat.conversation_id = state.conversationId
  if not state.conversationId then
    return queue_to_prompt(chat)
  end
  conversation.open(chat, state.conversationId, function(problem, page)
    opened(chat, problem, page)
  end)
end

return M
