--- Continues the last turn of a conversation, if it is not done, from where it stands:
--- neither its message nor its calls are repeated.
local M = {}

local chat_turn = require('ptk.state.chat_turn')

---@param chat ptk.Chat
---@return string? why the last turn can't be continued
local function obstacle(chat)
  local last = chat.turns[#chat.turns]
  if chat.turn then
    return 'the answer is still being written'
  elseif chat.loading then
    return 'the conversation is still being read; try again in a moment'
  elseif not last then
    return 'nothing has been asked yet'
  elseif not last.unfinished then
    return 'the last answer is complete'
  end
end

--- Continues the last turn.
---@param chat ptk.Chat
function M.run(chat)
  local problem = obstacle(chat)
  if problem then
    return vim.notify('ptk: ' .. problem, vim.log.levels.WARN)
  end
  local last = chat.turns[#chat.turns]
  if not chat.conversation_id then
    return chat:retry(last) -- it never reached the server
  end
  ---@type ptk.TurnInfo
  local info = {
    message = 'Continue.',
    continues = true,
    attachments = {},
    mode = last.mode,
    previous_id = last.turn_id,
    calls = {},
    changes = {},
  }
  chat_turn.start(chat, info)
end

return M
