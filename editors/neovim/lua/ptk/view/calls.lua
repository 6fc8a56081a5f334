--- Shows the tool calls of a turn: a head line each, with folded details below it.
local M = {}

local format = require('ptk.base.format')
local tags = require('ptk.view.tags')
local glyphs = format.glyphs

--- Adds a call.
---@param view ptk.TurnView
---@param event ptk.ToolCallEvent
function M.begin(view, event)
  local title = format.short(event.title)
  ---@type ptk.Call
  local call = { block = 0, title = title, done = false, event = event, output = {} }
  call.block = tags.add_block(view.transcript, title, { kind = 'call', info = view.info, call = call })
  view.calls[event.toolCallId] = call
  table.insert(view.info.calls, call)
  M.set_waiting(view, event.toolCallId, view.waiting[event.toolCallId])
  tags.set_details(view.transcript, call.block, format.call_details(event))
end

--- Shows the result of a call.
---@param view ptk.TurnView
---@param call ptk.Call
---@param event ptk.ToolResultEvent
function M.finish(view, call, event)
  call.done, call.result = true, event
  tags.set_head(view.transcript, call.block, format.result_head(event, call.title))
  -- The diff shows what the arguments contain.
  local lines = event.diff and {} or format.call_details(call.event)
  vim.list_extend(lines, format.result_details(event))
  tags.set_details(view.transcript, call.block, lines, event.diff and format.diff_group)
end

--- Shows whether a call waits for the user.
---@param view ptk.TurnView
---@param id string of the call; its event may arrive later
---@param waits? boolean
function M.set_waiting(view, id, waits)
  view.waiting[id] = waits or nil
  local call = view.calls[id]
  if call and not call.done then
    local head = waits and ('%s %s · waits for you'):format(glyphs.asks, call.title)
    tags.set_head(
      view.transcript,
      call.block,
      head or (glyphs.running .. ' ' .. call.title),
      waits and 'PtkCallWaits' or 'PtkCallRunning'
    )
  end
end

--- Shows the calls without a result as ended.
---@param view ptk.TurnView
---@param why string
function M.stop(view, why)
  for _, call in pairs(view.calls) do
    if not call.done then
      call.done = true
      local head = ('%s %s · %s'):format(glyphs.failed, call.title, why)
      tags.set_head(view.transcript, call.block, head, 'PtkCallFailed')
    end
  end
end

return M
