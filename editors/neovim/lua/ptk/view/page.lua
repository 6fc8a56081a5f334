--- Shows the turns of a conversation that was read from the server.
local M = {}

local calls = require('ptk.view.calls')
local tags = require('ptk.view.tags')
local transcripts = require('ptk.view.transcript')
local turn_view = require('ptk.view.turn_view')
local scroll = require('ptk.view.scroll')

---@param view ptk.TurnView
---@param turn ptk.Turn
local function draw_turn(view, turn)
  for _, event in ipairs(turn.events) do
    view:event(event)
  end
  view.info.turn_id = turn.turnId
  if turn.cancelled then
    view:stopped()
  end
  if turn.result then
    turn.result.error = not turn.cancelled and turn.result.error or nil
    view:result(turn.result)
  elseif not turn.cancelled then
    view:close_code_block()
    calls.stop(view, 'not finished')
    view.info.unfinished = true
  end
end

--- Draws the turns of a page. If there are earlier turns, the first turn is not
--- drawn: only its id is needed, as the predecessor of the second.
---@param transcript ptk.Transcript an empty one
---@param page ptk.ConversationResult
---@return ptk.TurnInfo[]
---@return string? earlier id of the first turn drawn, if there are earlier ones
local function draw(transcript, page)
  local list, previous_id = {}, nil ---@type ptk.TurnInfo[], string?
  if page.earlier then
    previous_id = table.remove(page.turns, 1).turnId
    tags.set(transcript, transcript:add_lines({ '> <CR> here shows earlier messages' }), { kind = 'earlier' })
  end
  local earlier = page.earlier and page.turns[1].turnId or nil
  for _, turn in ipairs(page.turns) do
    ---@type ptk.TurnInfo
    local info = {
      message = turn.continues and 'Continue.' or turn.message,
      continues = turn.continues,
      attachments = turn.attachments or {},
      mode = turn.mode or (turn.plan and 'plan') or nil,
      previous_id = previous_id,
      plan = turn.plan,
      calls = {},
      changes = {},
    }
    table.insert(list, info)
    draw_turn(turn_view.begin(transcript, info), turn)
    previous_id = turn.turnId
  end
  return list, earlier
end

--- Shows a page instead of the current turns; the draft stays.
---@param chat ptk.Chat
---@param page ptk.ConversationResult
function M.show(chat, page)
  local transcript, draft = chat.transcript, chat.transcript:prompt()
  transcript:clear()
  chat.editing, chat.queued = nil, {}
  chat.turns, chat.earlier = draw(transcript, page)
  local with_usage = vim.iter(page.turns):rev():find(function(turn)
    return turn.result and turn.result.usage
  end)
  chat.usage = with_usage and with_usage.result.usage
  transcript:set_prompt(draft)
  scroll.show_end(chat)
end

--- Shows a page above the current turns; a cursor at the top goes to its end.
---@param chat ptk.Chat
---@param page ptk.ConversationResult
function M.prepend(chat, page)
  local above = transcripts.new()
  local list, earlier = draw(above, page)
  local added = chat.transcript:prepend(above, 2)
  vim.api.nvim_buf_delete(above.buf, { force = true })
  chat.turns, chat.earlier = vim.list_extend(list, chat.turns), earlier
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    if vim.api.nvim_win_get_cursor(win)[1] <= 2 then
      vim.api.nvim_win_set_cursor(win, { added + 3, 0 })
    end
  end
end

return M
