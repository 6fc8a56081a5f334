--- The text of all details of a tool call, as Markdown.
local M = {}

local format = require('ptk.base.format')

---@param lines string[]
---@param head string
---@param body string[]
---@param language? string
local function add_section(lines, head, body, language)
  if #body == 0 then
    return
  end
  local fence = '```'
  while table.concat(body, '\n'):find(fence, 1, true) do
    fence = fence .. '`'
  end
  vim.list_extend(lines, { '', head, fence .. (language or '') })
  vim.list_extend(lines, body)
  lines[#lines + 1] = fence
end

---@param call ptk.Call
---@return string[]
function M.lines(call)
  local event, result = call.event, call.result
  local state = not result and (call.done and 'not finished' or 'runs')
    or ('%s, %s%s'):format(
      result.success and 'done' or 'failed',
      format.duration(result.durationMs),
      result.cached and ', cached' or ''
    )
  local lines = { ('`%s` · %s'):format(event.tool, state) } ---@type string[]
  if (event.reasoning or '') ~= '' then
    lines[2] = 'Why: ' .. event.reasoning:gsub('\n', ' ')
  end
  add_section(lines, 'Arguments', format.argument_lines(event.args))
  add_section(lines, 'Output', vim.split(vim.trim(table.concat(call.output)), '\n', { trimempty = true }))
  if result then
    local body = vim.split((result.error or '') .. '\n' .. (result.suggestion or ''), '\n', { trimempty = true })
    add_section(lines, 'Problem', body)
    add_section(lines, 'Result', not result.diff and #call.output == 0 and result.preview or {})
    local diff = result.diff and vim.split(vim.trim(result.diff.unified), '\n', { plain = true }) or {}
    add_section(lines, 'Change', diff, 'diff')
  end
  return lines
end

return M
