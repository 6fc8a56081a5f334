--- Conversations that were: the one that the chat showed last is shown again,
--- any can be opened, and a message can be taken back and said otherwise.
local M = {}

local client = require('ptk.client')
local state = require('ptk.state')
local tags = require('ptk.tags')

local draft_after_ms = 500
local unknown = 'no such conversation'

--- So many turns of a conversation are read at once.
local page = 30

--- Writes down what should outlast Neovim.
---@param chat ptk.Chat
function M.remember(chat)
  if not require('ptk.config').get().restore or not vim.api.nvim_buf_is_valid(chat.transcript.buf) then
    return
  end
  local problem = state.save(chat.root, {
    conversationId = chat.conversation_id,
    draft = chat.transcript:prompt(),
    prompts = chat.prompts,
    model = chat.model,
    mode = chat.mode,
  })
  if problem then
    vim.notify_once('ptk: the draft is not kept: ' .. problem, vim.log.levels.WARN)
  end
end

--- Keeps the draft while it is written, and at the end.
---@param chat ptk.Chat
function M.keep_draft(chat)
  local group = vim.api.nvim_create_augroup('ptk.past', {})
  local timer = assert(vim.uv.new_timer())
  local function save()
    timer:stop()
    M.remember(chat)
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

---@param view ptk.View
---@param turn ptk.Turn
local function draw_turn(view, turn)
  for _, event in ipairs(turn.events) do
    view:event(event)
  end
  view.said.turn_id = turn.turnId
  if turn.cancelled then
    view:stopped()
  end
  if turn.result then
    turn.result.error = not turn.cancelled and turn.result.error or nil
    view:result(turn.result)
  elseif not turn.cancelled then
    view:end_calls('not finished')
  end
end

--- Draws a page of turns. Of one with earlier turns the first is left for the
--- next page: here it only says what the others follow.
---@param transcript ptk.Transcript that is empty
---@param past ptk.ConversationResult
---@return ptk.Said[]
---@return string? earlier the turn before which there are others
local function draw_page(transcript, past)
  local list, before = {}, nil ---@type ptk.Said[], string?
  if past.earlier then
    before = table.remove(past.turns, 1).turnId
    tags.set(transcript, transcript:add_lines({ '> <CR> here shows earlier messages' }), { kind = 'earlier' })
  end
  local earlier = past.earlier and past.turns[1].turnId or nil
  for _, turn in ipairs(past.turns) do
    ---@type ptk.Said
    local said = {
      message = turn.message,
      attachments = turn.attachments or {},
      mode = turn.mode or (turn.plan and 'plan') or nil,
      before = before,
      plan = turn.plan,
      calls = {},
      changes = {},
    }
    table.insert(list, said)
    draw_turn(require('ptk.render').begin(transcript, said), turn)
    before = turn.turnId
  end
  return list, earlier
end

---@param chat ptk.Chat
---@param past ptk.ConversationResult
local function draw(chat, past)
  local transcript, draft = chat.transcript, chat.transcript:prompt()
  transcript:clear()
  chat.editing, chat.steering = nil, {}
  chat.said, chat.earlier = draw_page(transcript, past)
  local counted = vim.iter(past.turns):rev():find(function(turn)
    return turn.result and turn.result.usage
  end)
  chat.usage = counted and counted.result.usage
  transcript:set_prompt(draft)
end

--- Puts the page above what is shown; the cursor goes to the end of it.
---@param chat ptk.Chat
---@param past ptk.ConversationResult
local function put_above(chat, past)
  local above = require('ptk.transcript').new()
  local list, earlier = draw_page(above, past)
  local added = chat.transcript:prepend(above, 2)
  vim.api.nvim_buf_delete(above.buf, { force = true })
  chat.said, chat.earlier = vim.list_extend(list, chat.said), earlier
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    if vim.api.nvim_win_get_cursor(win)[1] <= 2 then
      vim.api.nvim_win_set_cursor(win, { added + 3, 0 })
    end
  end
end

--- Reads the page before what is shown.
---@param chat ptk.Chat
function M.read_earlier(chat)
  local id, before = chat.conversation_id, chat.earlier
  if not before or chat.loading then
    return
  end
  chat.loading = true
  chat:changed()
  client.ask('ptk/conversation', { conversationId = id, before = before, limit = page + 1 }, function(past, problem)
    chat.loading = false
    if problem then
      vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
    elseif chat.conversation_id == id and chat.earlier == before then
      put_above(chat, past)
    end
    chat:changed()
  end)
end

--- Shows a conversation in the chat, in place of what it shows.
---@param chat ptk.Chat
---@param id string
---@param callback? fun(problem?: string)
function M.open(chat, id, callback)
  if chat.turn then
    chat.turn:abandon()
    chat.turn = nil
  end
  chat.loading = true
  client.ask('ptk/conversation', { conversationId = id, limit = page + 1 }, function(past, problem)
    chat.loading = false
    if past then
      chat.conversation_id = id
      draw(chat, past)
      M.remember(chat)
      require('ptk.window').show_end(chat)
    end
    chat:changed()
    if callback then
      callback(problem)
    elseif problem then
      vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
    end
  end)
end

--- Brings back what the chat of this workspace showed last.
---@param chat ptk.Chat
function M.resume(chat)
  if not require('ptk.config').get().restore then
    return
  end
  local was = state.load(chat.root)
  chat.prompts, chat.model, chat.mode = was.prompts or {}, was.model, was.mode
  chat.transcript:set_prompt(was.draft or '')
  M.keep_draft(chat)
  if was.conversationId then
    chat.conversation_id = was.conversationId
    M.open(chat, was.conversationId, function(problem)
      if problem and problem:find(unknown, 1, true) then
        chat.conversation_id = nil -- it was deleted meanwhile
      elseif problem then
        vim.notify('ptk: the last conversation is not shown: ' .. problem, vim.log.levels.WARN)
      end
    end)
  end
end

--- Takes a message back, and all that followed; in a copy, so that the old
--- conversation stays as it is. The copy's turns have names of their own, and so
--- it is read.
---@param chat ptk.Chat
---@param said ptk.Said
---@param callback fun(problem?: string)
function M.go_back(chat, said, callback)
  if not said.before then -- nothing is left
    chat.transcript:cut(0)
    chat.said, chat.editing, chat.conversation_id = {}, nil, nil
    return callback()
  end
  local params = { conversationId = chat.conversation_id, turnId = said.before }
  client.ask('ptk/forkConversation', params, function(fork, problem)
    if not fork then
      return callback(problem or 'no answer')
    end
    M.open(chat, fork.conversationId, callback)
  end)
end

return M
