--- Conversations that were: the one that the chat showed last is shown again,
--- any can be opened, and a message can be taken back and said otherwise.
local M = {}

local client = require('ptk.client')
local state = require('ptk.state')
local tags = require('ptk.tags')

local draft_after_ms = 500
local unknown = 'no such conversation'

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

---@param chat ptk.Chat
---@param past ptk.ConversationResult
local function draw(chat, past)
  local transcript, draft = chat.transcript, chat.transcript:prompt()
  transcript:clear()
  chat.said, chat.usage, chat.editing, chat.steering = {}, nil, nil, {}
  local before
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
    table.insert(chat.said, said)
    draw_turn(require('ptk.render').begin(transcript, said), turn)
    chat.usage = turn.result and turn.result.usage or chat.usage
    before = turn.turnId
  end
  transcript:set_prompt(draft)
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
  client.ask('ptk/conversation', { conversationId = id }, function(past, problem)
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
--- conversation stays as it is.
---@param chat ptk.Chat
---@param said ptk.Said
---@param callback fun()
function M.go_back(chat, said, callback)
  local function done(id)
    local _, row = tags.near(chat.transcript, chat.transcript:heading_row(), function(tag)
      return tag.kind == 'message' and tag.said == said
    end)
    if row then
      chat.transcript:cut(row)
    end
    while #chat.said > 0 and table.remove(chat.said) ~= said do -- luacheck: ignore 542
    end
    chat.editing, chat.conversation_id = nil, id
    callback()
  end
  if not said.before then
    return done(nil)
  end
  local params = { conversationId = chat.conversation_id, turnId = said.before }
  client.ask('ptk/forkConversation', params, function(fork, problem)
    if fork then
      return done(fork.conversationId)
    end
    chat.transcript:set_prompt(said.message)
    vim.notify('ptk: not sent: ' .. (problem or 'no answer'), vim.log.levels.ERROR)
  end)
end

return M
