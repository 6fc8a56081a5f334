--- Sends the queued messages of a chat to its running turn.
local M = {}

local client = require('ptk.protocol.client')

--- Sends the first queued message, if the turn can receive it.
---@param chat ptk.Chat
function M.send(chat)
  local turn = chat.turn
  if not turn or not turn.conversation_id or turn.steering or #chat.queued == 0 then
    return
  end
  turn.steering = true
  local text = table.remove(chat.queued, 1)
  client.request('ptk/steer', { conversationId = turn.conversation_id, message = text }, function(_, problem)
    turn.steering = false
    if problem and chat.conversation_id ~= turn.conversation_id then -- the chat shows another one
      chat.transcript:set_prompt(text .. '\n' .. chat.transcript:prompt())
    elseif problem then
      table.insert(chat.queued, 1, text)
      if not chat.turn then -- it has ended
        chat:ended(turn)
      end
    end
    chat:changed()
  end)
end

return M
