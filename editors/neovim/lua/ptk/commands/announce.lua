--- Tells the user what happens in chats that are not shown: a question that waits, an
--- answer that has ended. It never moves the focus.
local M = {}

local api = vim.api
local approvals = require('ptk.state.approvals')
local bar = require('ptk.view.bar')
local chats = require('ptk.state.chats')

---@type table<string, ptk.ChatState> the states that the bars show, by the id of the chat
local states = {}

---@param text string
---@param width integer
---@return string the text, shortened to the width
local function cut(text, width)
  while vim.fn.strdisplaywidth(text) > width and text ~= '…' do
    text = vim.fn.strcharpart(text, 0, math.max(0, vim.fn.strcharlen(text) - 2)) .. '…'
  end
  return text
end

--- Shows a message that is short enough not to ask for a key.
---@param title string of the chat; it is shortened, or left out
---@param text string
---@param hint string what to do; it is left out if there is no room
local function notify(title, text, hint)
  local room = vim.v.echospace - vim.fn.strdisplaywidth(('ptk: “” %s: %s'):format(text, hint))
  if room >= math.min(vim.fn.strdisplaywidth(title), 10) then
    return vim.notify(('ptk: “%s” %s: %s'):format(cut(title, room), text, hint))
  end
  vim.notify(cut(('ptk: a chat %s'):format(text), math.max(1, vim.v.echospace)))
end

--- Reports whether the user has a chat in view, or would open it with :Ptk.
---@param chat ptk.Chat
---@return boolean
local function is_here(chat)
  return chat.screen.is_seen(chat) or chats.here() == chat
end

--- A question of a chat that is not shown waits until the user comes to it.
---@param approval ptk.Approval
local function asked(approval)
  local chat = chats.of_conversation(approval.params.conversationId)
  if not chat then
    return
  elseif chat.turn then
    chat.turn.view:set_waiting(approval.params.toolCallId, not approval.answered)
  end
  if not approval.answered and not approval.in_background and not is_here(chat) then
    approval.postponed, approval.in_background = true, true
    notify(chat:title(), 'needs you', ':Ptk approve')
  end
  chat:changed()
end

--- Marks the chats as read that are shown now, and shows their questions.
local function seen()
  for _, chat in ipairs(chats.all()) do
    if chat.screen.is_seen(chat) then
      if chat.unread then
        chat.unread = nil
        chat:changed()
      end
      if chat.turn and chat:is_asked() then
        approvals.offer(chat.turn.conversation_id)
      end
    end
  end
end

--- Shows in the bars of the other chats that the state of one has changed.
local function refresh_others()
  local changed = false
  for _, chat in ipairs(chats.all()) do
    changed = changed or states[chat.id] ~= chat:state()
    states[chat.id] = chat:state()
  end
  if changed then
    vim.iter(chats.all()):each(bar.refresh)
  end
end

---@param args {data: {chat: string}}
local function ended(args)
  local chat = chats.of_id(args.data.chat)
  if chat and chat.unread then
    notify(chat:title(), 'has its answer', ':Ptk chats')
  end
end

--- Begins to watch the chats.
function M.watch()
  local group = api.nvim_create_augroup('ptk.announce', {})
  api.nvim_create_autocmd(
    { 'BufWinEnter', 'TabEnter', 'WinEnter' },
    { group = group, callback = vim.schedule_wrap(seen) }
  )
  api.nvim_create_autocmd('User', {
    group = group,
    pattern = { 'PtkStatusChanged', 'PtkChatsChanged', 'PtkTurnEnd' },
    callback = vim.schedule_wrap(refresh_others),
  })
  api.nvim_create_autocmd('User', { group = group, pattern = 'PtkTurnEnd', callback = vim.schedule_wrap(ended) })
end

approvals.on_change(asked)

return M
