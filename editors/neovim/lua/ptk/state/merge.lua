--- Merges the events of a turn, so that fewer are drawn.
local M = {}

--- The events that carry a piece of a text, and the field of the piece.
local pieces_in = { text = 'text', reasoning = 'text', tool_output = 'chunk' }

--- Merges consecutive events of the same text into one.
---@param queued ptk.ChatEvent[]
---@return ptk.ChatEvent[]
function M.events(queued)
  local list = {} ---@type ptk.ChatEvent[]
  local pieces = {} ---@type string[]
  local function join()
    local last = list[#list]
    local field = last and pieces_in[last.kind]
    if field then
      last[field] = table.concat(pieces)
    end
  end
  for _, event in ipairs(queued) do
    local last, field = list[#list], pieces_in[event.kind]
    if field and last and last.kind == event.kind and last.toolCallId == event.toolCallId then
      pieces[#pieces + 1] = event[field]
    else
      join()
      pieces = field and { event[field] } or {}
      list[#list + 1] = event
    end
  end
  join()
  return list
end

return M
