--- Text for the events of a turn, as strings and lines. It does not use buffers.
local M = {}

local visible = require('ptk.base.visible')

--- The first character of a block's first line, by what the block is.
M.glyphs = { running = '○', done = '✓', failed = '✗', asks = '?', plan = '≡', thought = '…' }

---@param ms number
---@return string
function M.duration(ms)
  return ms < 1000 and ('%d ms'):format(ms) or ('%.1f s'):format(ms / 1000)
end

---@param text string
---@return string one line of at most 60 characters
function M.short(text)
  local line = visible.line(text:gsub('%s+', ' '))
  return vim.fn.strcharlen(line) > 60 and vim.fn.strcharpart(line, 0, 59) .. '…' or line
end

---@param uri string
---@return string
function M.file_name(uri)
  return M.path(vim.uri_to_fname(uri))
end

---@param path string
---@return string relative to the current folder or the home folder
function M.path(path)
  local whole = not path:find('%z') and vim.fn.fnamemodify(path, ':~:.') or path
  return visible.line(whole)
end

---@param attachment ptk.Attachment
---@return string
function M.attachment_title(attachment)
  if not attachment.uri then
    return visible.line(attachment.name)
  end
  local range = attachment.range
  local lines = range and (':%d-%d'):format(range.start.line + 1, range['end'].line) or ''
  return M.file_name(attachment.uri) .. lines
end

--- Returns a message of the user as it is shown, after the titles of its attachments.
---@param text string
---@param attachments ptk.Attachment[]
---@return string[]
function M.message_lines(text, attachments)
  local lines = vim.tbl_map(function(attachment)
    return '> ' .. M.attachment_title(attachment)
  end, attachments)
  return vim.list_extend(lines, vim.split(text, '\n', { plain = true }))
end

---@param line string
---@return string
function M.diff_group(line)
  if vim.startswith(line, '+++') or vim.startswith(line, '---') then
    return 'PtkDetail'
  end
  return ({ ['+'] = 'PtkAdded', ['-'] = 'PtkRemoved' })[line:sub(1, 1)] or 'PtkDetail'
end

--- Returns the first lines of a long text; the rest is in the file or the history.
---@param lines string[]
---@return string[]
local function shortened(lines)
  local most = 40
  while #lines > 0 and vim.trim(lines[#lines]) == '' do
    table.remove(lines)
  end
  if #lines <= most then
    return lines
  end
  return vim.list_extend(vim.list_slice(lines, 1, most), { ('… %d more lines'):format(#lines - most) })
end

--- Returns the last lines of a text in pieces.
---@param pieces string[]
---@param most integer
---@return string[]
function M.last_lines(pieces, most)
  local text, newlines = '', 0
  for i = #pieces, 1, -1 do
    text = pieces[i] .. text
    newlines = newlines + select(2, pieces[i]:gsub('\n', ''))
    if newlines > most then
      break
    end
  end
  local lines = visible.lines(vim.trim(text))
  return vim.list_slice(lines, math.max(1, #lines - most + 1))
end

--- Encodes as JSON with sorted keys.
---@param value any
---@return string
local function encode(value)
  if type(value) ~= 'table' or next(value) == nil then
    return vim.json.encode(value)
  elseif vim.islist(value) then
    return '[' .. table.concat(vim.tbl_map(encode, value), ', ') .. ']'
  end
  local parts = {}
  for _, key in ipairs(vim.fn.sort(vim.tbl_keys(value))) do
    parts[#parts + 1] = ('%s: %s'):format(vim.json.encode(key), encode(value[key]))
  end
  return '{' .. table.concat(parts, ', ') .. '}'
end

---@param value any of an argument
---@return string
function M.argument_text(value)
  return type(value) == 'string' and value or encode(value)
end

--- Returns the arguments of a call, sorted by name, one below the other.
---@param args table<string, any>
---@return string[]
function M.argument_lines(args)
  local lines = {} ---@type string[]
  for _, key in ipairs(vim.fn.sort(vim.tbl_keys(args))) do
    local shown = M.argument_text(args[key])
    vim.list_extend(lines, vim.split(('%s: %s'):format(visible.line(key), visible.text(shown)), '\n', { plain = true }))
  end
  return lines
end

--- Returns the Ex command of a call of run_editor_command.
---@param args {command: string, args?: string[]}
---@return string
function M.ex_line(args)
  return table.concat(vim.list_extend({ args.command }, args.args or {}), ' ')
end

---@param event ptk.ToolCallEvent
---@return string[]
local function argument_details(event)
  if event.tool == 'run_editor_command' and type(event.args.command) == 'string' then
    local args = event.args --[[@as any]]
    return { visible.line(':' .. M.ex_line(args)) }
  end
  return M.argument_lines(event.args)
end

---@param event ptk.ToolCallEvent
---@return string[]
function M.call_details(event)
  local lines = (event.reasoning or '') ~= '' and visible.lines(event.reasoning) or {}
  return shortened(vim.list_extend(lines, argument_details(event)))
end

---@param event ptk.ToolResultEvent
---@return string[]
function M.result_details(event)
  local lines = {} ---@type string[]
  for _, text in ipairs({ event.error or '', event.suggestion or '' }) do
    if text ~= '' then
      vim.list_extend(lines, visible.lines(text))
    end
  end
  if event.diff then
    return vim.list_extend(lines, visible.lines(vim.trim(event.diff.unified)))
  end
  local preview = vim.tbl_map(function(line)
    return visible.line((line:gsub('^(%s*%d+)\t', '%1  ')))
  end, event.preview or {})
  return vim.list_extend(lines, shortened(preview))
end

---@param event ptk.ToolResultEvent
---@param title string
---@return string head
---@return string group
function M.result_head(event, title)
  if event.success then
    local cached = event.cached and ', cached' or ''
    return ('%s %s · %s%s'):format(M.glyphs.done, title, M.duration(event.durationMs), cached), 'PtkCallDone'
  end
  local problem = vim.split(event.error or 'failed', '\n', { plain = true })[1]
  return ('%s %s · %s'):format(M.glyphs.failed, title, visible.line(problem)), 'PtkCallFailed'
end

---@param entries ptk.PlanEntry[]
---@return string head
---@return string[] details
function M.plan_text(entries)
  local marks = { pending = '[ ]', in_progress = '[-]', completed = '[x]' }
  local done, lines = 0, {}
  for _, entry in ipairs(entries) do
    done = done + (entry.status == 'completed' and 1 or 0)
    lines[#lines + 1] = ('%s %s'):format(marks[entry.status] or '[ ]', visible.line(entry.content))
  end
  return ('%s Plan · %d of %d done'):format(M.glyphs.plan, done, #entries), lines
end

---@param change ptk.FileChange
---@return string
function M.change_line(change)
  return ('- %s %s +%d −%d'):format(
    ({ create = 'created', edit = 'changed', delete = 'deleted' })[change.kind],
    M.file_name(change.uri),
    change.added,
    change.removed
  )
end

return M
