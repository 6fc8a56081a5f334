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
    queued = outbox.texts(chat),
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
  return chats.is_used(chat) or chats.last(chat.root) == chat
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
      if not is_wanted(chat) and chat.transcript:prompt() == '' and #chat.queued == 0 then
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

---@param chat ptk.Chat
---@param state ptk.State
local function restore_prompt(chat, state)
  chat.transcript:set_prompt(state.draft or '')
  chat.unfinished_edit = state.editing
  local queued = state.queued or {}
  if #queued > 0 then
    outbox.to_prompt(chat, queued)
    local what = #queued == 1 and 'a message that was' or #queued .. ' messages that were'
    vim.notify(('ptk: %s not read is in the prompt again'):format(what):gsub('were not read is', 'were not read are'))
  end
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
  restore_prompt(chat, state)
  if not state.conversationId then
    return
  end
  chat.conversation_id = state.conversationId
  conversation.open(chat, state.conversationId, function(problem)
    if problem and problem:find(unknown, 1, true) then
      chat.conversation_id, chat.conversation_title = nil, nil -- it was deleted
    elseif problem then
      vim.notify('ptk: the last conversation cannot be shown: ' .. problem, vim.log.levels.WARN)
      return -- the editing goes on when it can be read
    end
    edit_again(chat)
  end)
end

return M
