--- The block of a plan in the transcript.
local M = {}

local format = require('ptk.base.format')
local tags = require('ptk.view.tags')

--- Draws the plan of a turn again, after the user has changed it.
---@param transcript ptk.Transcript
---@param info ptk.TurnInfo
function M.draw(transcript, info)
  for block, tag in pairs(transcript.tags) do
    if tag.kind == 'plan' and tag.info == info then
      local head, lines = format.plan_text(info.plan)
      tags.set_head(transcript, block, head, 'PtkPlan')
      tags.set_details(transcript, block, lines)
      return
    end
  end
end

return M
