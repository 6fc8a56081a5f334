--- Tells the user what happens in chats that are not shown: a question that waits, an
--- answer that has ended. It never moves the focus.
local M = {}

local api = vim.api
local approvals = require('ptk.state.approvals')
local bar = require('ptk.view.bar')
local chats = require('ptk.state.chats')

---@type table<string, ptk.ChatState> the states that the bars show, by the id of the chat
local states = {}

--- Shows a message that is short enough not to ask for a key.
---@param text string
---@param title string shortened if need be
local function notify(text, title)
  local room = math.max(10, vim.v.echospace - vim.fn.strdisplaywidth(text) - 4)
  if vim.fn.strdisplaywidth(title) > room then
    title = vim.fn.strcharpart(title, 0, room - 1) .. '…'
  end
  vim.notify(text:format(title))
end

--- Reports whether the user has a chat before him.
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
    notify('ptk: “%s” needs you: :PtkApprove', chat:title())
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
    notify('ptk: “%s” has its answer: :PtkChats', chat:title())
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
