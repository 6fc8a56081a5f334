--- Draws a turn: each event of the chat becomes text of the transcript.
local M = {}

local glyphs = require('ptk.fold').glyphs
local transcript_module = require('ptk.transcript')

---@class ptk.View
---@field private transcript ptk.Transcript
---@field private note integer the words beside the answer's heading
---@field private model? string
---@field private calls table<string, {block: integer, title: string, done: boolean}>
---@field private thought? integer block of the running reasoning
---@field private plan? integer
---@field private has_text boolean
local View = {}
View.__index = View

---@param ms number
---@return string
local function duration(ms)
  return ms < 1000 and ('%d ms'):format(ms) or ('%.1f s'):format(ms / 1000)
end

---@param text string
---@return string one line, short enough to stand beside what came of it
local function short(text)
  local line = text:gsub('%s+', ' ')
  return vim.fn.strcharlen(line) > 60 and vim.fn.strcharpart(line, 0, 59) .. '…' or line
end

---@param uri string
---@return string
local function file_name(uri)
  return vim.fn.fnamemodify(vim.uri_to_fname(uri), ':~:.')
end

---@param attachment ptk.Attachment
---@return string
function M.attachment_title(attachment)
  if not attachment.uri then
    return attachment.name
  end
  local range = attachment.range
  local lines = range and (':%d-%d'):format(range.start.line + 1, range['end'].line) or ''
  return file_name(attachment.uri) .. lines
end

---@param transcript ptk.Transcript
---@param message string
---@param attachments ptk.Attachment[]
---@return ptk.View
function M.begin(transcript, message, attachments)
  local lines = { transcript_module.user_heading }
  for _, attachment in ipairs(attachments) do
    lines[#lines + 1] = '> ' .. M.attachment_title(attachment)
  end
  transcript:add_lines(vim.list_extend(lines, vim.split(message, '\n', { plain = true })))
  local row = transcript:add_lines({ transcript_module.answer_heading }, 'heading')
  return setmetatable({
    transcript = transcript,
    note = transcript:add_note(row, ''),
    calls = {},
    has_text = false,
  }, View)
end

---@param line string
---@return string
local function diff_group(line)
  if vim.startswith(line, '+++') or vim.startswith(line, '---') then
    return 'Comment'
  end
  return ({ ['+'] = 'Added', ['-'] = 'Removed' })[line:sub(1, 1)] or 'Comment'
end

--- A long text by its first lines: the whole is in the file or the history.
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

---@param event ptk.ToolCallEvent
---@return string[]
local function call_details(event)
  local lines = {} ---@type string[]
  if event.reasoning then
    lines[1] = event.reasoning
  end
  for _, key in ipairs(vim.fn.sort(vim.tbl_keys(event.args))) do
    local value = event.args[key]
    local shown = type(value) == 'string' and value or vim.json.encode(value)
    vim.list_extend(lines, vim.split(('%s: %s'):format(key, shown), '\n', { plain = true }))
  end
  return lines
end

---@param event ptk.ToolResultEvent
---@return string[]
local function result_details(event)
  local lines = {} ---@type string[]
  for _, text in ipairs({ event.error or '', event.suggestion or '' }) do
    if text ~= '' then
      vim.list_extend(lines, vim.split(text, '\n', { plain = true }))
    end
  end
  if event.diff then
    return vim.list_extend(lines, vim.split(vim.trim(event.diff.unified), '\n', { plain = true }))
  end
  local preview = vim.tbl_map(function(line)
    return (line:gsub('^(%s*%d+)\t', '%1  '))
  end, event.preview or {})
  return vim.list_extend(lines, shortened(preview))
end

---@param event ptk.ToolResultEvent
---@param title string
---@return string head
---@return string group
local function result_head(event, title)
  if event.success then
    local cached = event.cached and ', from before' or ''
    return ('%s %s · %s%s'):format(glyphs.done, title, duration(event.durationMs), cached), 'DiagnosticOk'
  end
  local problem = vim.split(event.error or 'failed', '\n', { plain = true })[1]
  return ('%s %s · %s'):format(glyphs.failed, title, problem), 'DiagnosticError'
end

---@param entries ptk.PlanEntry[]
---@return string head
---@return string[] details
local function plan_text(entries)
  local marks = { pending = '[ ]', in_progress = '[-]', completed = '[x]' }
  local done, lines = 0, {}
  for _, entry in ipairs(entries) do
    done = done + (entry.status == 'completed' and 1 or 0)
    lines[#lines + 1] = ('%s %s'):format(marks[entry.status] or '[ ]', entry.content)
  end
  return ('%s Plan · %d of %d done'):format(glyphs.plan, done, #entries), lines
end

---@type table<string, fun(view: ptk.View, event: table)>
local draw = {
  turn_start = function(view, event)
    view.model = event.model
    view.transcript:set_note(view.note, event.model)
  end,

  iteration = function(view)
    view.transcript:end_text()
    view.thought = nil
  end,

  text = function(view, event)
    view.thought = nil
    view.has_text = true
    view.transcript:add_text(event.text)
  end,

  reasoning = function(view, event)
    view:reasoning(event.text)
  end,

  tool_call = function(view, event)
    view.thought = nil
    local title = short(event.title)
    local block = view.transcript:add_block(glyphs.running .. ' ' .. title)
    view.calls[event.toolCallId] = { block = block, title = title, done = false }
    view.transcript:set_head(block, glyphs.running .. ' ' .. title, 'DiagnosticInfo')
    view.transcript:set_details(block, shortened(call_details(event)))
  end,

  tool_output = function(view, event)
    local call = view.calls[event.toolCallId]
    if call then
      local lines = vim.split(event.chunk:gsub('\n$', ''), '\n', { plain = true })
      view.transcript:set_details(call.block, lines, nil, true)
    end
  end,

  tool_result = function(view, event)
    local call = view.calls[event.toolCallId]
    if call then
      call.done = true
      view.transcript:set_head(call.block, result_head(event, call.title))
      -- A diff says all that the arguments said.
      view.transcript:set_details(call.block, result_details(event), event.diff and diff_group, not event.diff)
    end
  end,

  plan = function(view, event)
    local head, lines = plan_text(event.entries)
    view.plan = view.plan or view.transcript:add_block(head)
    view.transcript:set_head(view.plan, head, 'DiagnosticInfo')
    view.transcript:set_details(view.plan, lines)
  end,

  retry = function(view, event)
    view.transcript:add_lines({
      ('> %s; trying again in %s'):format(event.reason:gsub('\n', ' '), duration(event.delayMs)),
    })
  end,

  warning = function(view, event)
    view.transcript:add_lines({ '> ' .. event.message:gsub('\n', ' ') })
  end,
}

---@param event ptk.ChatEvent
function View:event(event)
  local drawer = draw[event.kind]
  if drawer then
    drawer(self, event)
  end
end

--- What the model thinks, folded under its first line.
---@param text string
function View:reasoning(text)
  if not self.thought then
    self.thought = self.transcript:add_block(glyphs.thought .. ' Thinking')
    self.thinking = ''
    self.transcript:set_head(self.thought, glyphs.thought .. ' Thinking', 'Comment')
  end
  self.thinking = self.thinking .. text
  self.transcript:set_details(self.thought, vim.split(vim.trim(self.thinking), '\n', { plain = true }))
end

--- Calls that no result came for are shown as ended.
---@param why string
function View:end_calls(why)
  for _, call in pairs(self.calls) do
    if not call.done then
      call.done = true
      self.transcript:set_head(call.block, ('%s %s · %s'):format(glyphs.failed, call.title, why), 'DiagnosticWarn')
    end
  end
end

---@param problem string
---@param suggestion? string what to do about it
function View:problem(problem, suggestion)
  self:end_calls('not finished')
  local lines = vim.split('**' .. vim.trim(problem) .. '**', '\n', { plain = true })
  if suggestion and suggestion ~= '' then
    vim.list_extend(lines, vim.split(suggestion, '\n', { plain = true }))
  end
  self.transcript:add_lines(vim.tbl_map(function(line)
    return '> ' .. line
  end, lines))
end

function View:stopped()
  self:end_calls('stopped')
  self.transcript:add_lines({ '> Stopped.' })
end

---@param change ptk.FileChange
---@return string
local function change_line(change)
  return ('- %s %s +%d −%d'):format(
    ({ create = 'created', edit = 'changed', delete = 'deleted' })[change.kind],
    file_name(change.uri),
    change.added,
    change.removed
  )
end

---@param result ptk.ChatResult
function View:result(result)
  if not self.has_text and result.content ~= '' then
    self.transcript:add_text(result.content)
  end
  if result.error then
    self:problem(result.error.message, result.error.suggestion)
  end
  if #(result.changes or {}) > 0 then
    self.transcript:add_lines(vim.tbl_map(change_line, result.changes))
  end
  self.transcript:end_text()
  self.transcript:set_note(self.note, ('%s · %s'):format(result.model, duration(result.durationMs)))
end

return M
