--- Draws a turn: each event of the chat becomes text of the transcript.
local M = {}

local glyphs = require('ptk.fold').glyphs
local transcript_module = require('ptk.transcript')
local words = require('ptk.words')

---@class ptk.View
---@field private transcript ptk.Transcript
---@field private note integer the words beside the answer's heading
---@field private model? string
---@field private calls table<string, {block: integer, title: string, done: boolean}>
---@field private thought? integer block of the running reasoning
---@field private plan? integer
---@field private attempt? ptk.Place where the running answer begins; a retry takes it back
---@field private has_text boolean
local View = {}
View.__index = View

---@param transcript ptk.Transcript
---@param message string
---@param attachments ptk.Attachment[]
---@return ptk.View
function M.begin(transcript, message, attachments)
  local lines = { transcript_module.user_heading }
  for _, attachment in ipairs(attachments) do
    lines[#lines + 1] = '> ' .. words.attachment_title(attachment)
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

---@type table<string, fun(view: ptk.View, event: table)>
local draw = {
  turn_start = function(view, event)
    view.model = event.model
    view.transcript:set_note(view.note, event.model)
  end,

  iteration = function(view)
    view.transcript:end_text()
    view.thought = nil
    view.attempt = nil
  end,

  text = function(view, event)
    view.thought = nil
    view.has_text = true
    view.attempt = view.attempt or view.transcript:place()
    view.transcript:add_text(event.text)
  end,

  reasoning = function(view, event)
    view:reasoning(event.text)
  end,

  tool_call = function(view, event)
    view.thought = nil
    view.attempt = nil
    local title = words.short(event.title)
    local block = view.transcript:add_block(glyphs.running .. ' ' .. title)
    view.calls[event.toolCallId] = { block = block, title = title, done = false }
    view.transcript:set_head(block, glyphs.running .. ' ' .. title, 'DiagnosticInfo')
    view.transcript:set_details(block, words.call_details(event))
  end,

  tool_output = function(view, event)
    local call = view.calls[event.toolCallId]
    if call then
      local lines = vim.split(event.chunk:gsub('\n$', ''), '\n', { plain = true })
      view.transcript:set_details(call.block, lines, nil, true)
    end
  end,

  tool_result = function(view, event)
    view.attempt = nil
    local call = view.calls[event.toolCallId]
    if call then
      call.done = true
      view.transcript:set_head(call.block, words.result_head(event, call.title))
      -- A diff says all that the arguments said.
      view.transcript:set_details(
        call.block,
        words.result_details(event),
        event.diff and words.diff_group,
        not event.diff
      )
    end
  end,

  plan = function(view, event)
    local head, lines = words.plan_text(event.entries)
    view.plan = view.plan or view.transcript:add_block(head)
    view.transcript:set_head(view.plan, head, 'DiagnosticInfo')
    view.transcript:set_details(view.plan, lines)
  end,

  retry = function(view, event)
    if view.attempt then
      view.transcript:take_back(view.attempt)
      view.attempt, view.thought, view.has_text = nil, nil, false
    end
    view.transcript:add_lines({
      ('> %s; trying again in %s'):format(event.reason:gsub('\n', ' '), words.duration(event.delayMs)),
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
    self.attempt = self.attempt or self.transcript:place('block')
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

---@param result ptk.ChatResult
function View:result(result)
  if not self.has_text and result.content ~= '' then
    self.transcript:add_text(result.content)
  end
  if result.error then
    self:problem(result.error.message, result.error.suggestion)
  end
  if #(result.changes or {}) > 0 then
    self.transcript:add_lines(vim.tbl_map(words.change_line, result.changes))
  end
  self.transcript:end_text()
  self.transcript:set_note(self.note, ('%s · %s'):format(result.model, words.duration(result.durationMs)))
end

return M
