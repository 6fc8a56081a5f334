--- The chat of this Neovim, connected to its transcript, window and keys.
local M = {}

local approvals = require('ptk.state.approvals')
local chats = require('ptk.state.chat')
local completion = require('ptk.commands.completion')
local conversation = require('ptk.state.conversation')
local keys = require('ptk.commands.keys')
local page = require('ptk.view.page')
local process = require('ptk.protocol.process')
local prompt_history = require('ptk.view.prompt_history')
local transcripts = require('ptk.view.transcript')
local turn_view = require('ptk.view.turn_view')
local turns = require('ptk.state.turn')
local window = require('ptk.view.window')
local workspace = require('ptk.protocol.workspace')

---@type ptk.Chat?
local current

---@type ptk.Screen
local screen = {
  begin_turn = function(chat, info)
    return turn_view.begin(chat.transcript, info)
  end,
  show_page = page.show,
  prepend_page = page.prepend,
  refresh = window.refresh,
  show_end = window.show_end,
}

---@param chat ptk.Chat
local function prepare(chat)
  prompt_history.attach(chat.transcript)
  keys.map(chat)
  window.prepare(chat, function()
    prepare(chat)
    conversation.keep_draft(chat)
  end)
  completion.attach(chat)
end

--- Returns the chat; the first use creates it.
---@return ptk.Chat
function M.current()
  if not current or not vim.api.nvim_buf_is_valid(current.transcript.buf) then
    current = chats.new(workspace.root_of(0), transcripts.new(), screen)
    prepare(current)
    conversation.restore(current)
  end
  return current
end

---@return string what the chat does; '' if it is idle
function M.status()
  return current and current:activity() or ''
end

process.on_end(function(message)
  turns.fail_all(message, 'The conversation is saved: :PtkRetry asks again.')
end)

approvals.on_change(function(approval)
  if current then
    if current.turn then
      current.turn.view:set_waiting(approval.params.toolCallId, not approval.answered)
    end
    current:changed()
  end
end)

return M
