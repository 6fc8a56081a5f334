--- Shows the messages that the model has not read yet, between the answer and the prompt.
local M = {}

local api = vim.api
local tags = require('ptk.view.tags')
local visible = require('ptk.base.visible')

--- The namespace of the notes beside them.
M.space = api.nvim_create_namespace('ptk.queued')

--- Shows messages that the model has not read yet above the prompt.
---@param transcript ptk.Transcript
---@param messages ptk.Queued[]
---@param heading_line string of each message
function M.show(transcript, messages, heading_line)
  local first, heading = transcript:end_row(), transcript:heading_row()
  if #messages == 0 and transcript.queued_rows == 0 then
    return
  end
  local lines, rows = {}, {}
  for i, message in ipairs(messages) do
    rows[i] = first + #lines
    lines[#lines + 1] = heading_line
    vim.list_extend(lines, vim.tbl_map(visible.prose, vim.split(message.shown or message.text, '\n', { plain = true })))
    lines[#lines + 1] = ''
  end
  if first < heading then
    tags.forget(transcript, first, heading - 1)
    api.nvim_buf_clear_namespace(transcript.buf, M.space, first, heading)
  end
  transcript:write(function()
    api.nvim_buf_set_lines(transcript.buf, first, heading, false, lines)
    transcript:place_heading(first + #lines)
  end)
  transcript.queued_rows = #lines
  for i, message in ipairs(messages) do
    tags.set(transcript, rows[i], { kind = 'message', queued = message })
    local note = { { 'queued · :Ptk take-back', 'PtkQueued' } }
    api.nvim_buf_set_extmark(transcript.buf, M.space, rows[i], 0, { virt_text = note })
  end
end

return M
