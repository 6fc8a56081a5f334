--- Shows a turn: writes its events to the transcript.
local M = {}

local calls = require('ptk.view.calls')
local headings = require('ptk.view.transcript')
local open_block = require('ptk.base.open_block')
local tags = require('ptk.view.tags')
local failure = require('ptk.base.failure')
local format = require('ptk.base.format')
local glyphs = format.glyphs

--- The number of lines of a running command's output that are shown.
local tail = 10

---@class ptk.TurnView
---@field info ptk.TurnInfo
---@field transcript ptk.Transcript
---@field private note integer virtual text beside the answer's heading
---@field private model? string
---@field calls table<string, ptk.Call> by id
---@field waiting table<string, true> ids of the calls that wait for the user
---@field private thought? integer block of the running reasoning
---@field private plan? integer
---@field private attempt? ptk.Place start of the current answer, which a retry removes
---@field private retry_note? ptk.Place start of the last retry's note, if nothing follows it
---@field private has_text boolean
---@field private text string[] pieces of the running text
local View = {}
View.__index = View

---@param transcript ptk.Transcript
---@param lines string[]
---@param info? ptk.TurnInfo nil for a message to a running turn
---@return integer row of the answer's heading
local function add_message(transcript, lines, info)
  local row = transcript:add_lines(vim.list_extend({ headings.user_heading }, lines))
  tags.set(transcript, row, { kind = 'message', info = info })
  return transcript:add_lines({ headings.answer_heading }, 'heading')
end

---@param transcript ptk.Transcript
---@param info ptk.TurnInfo
---@return ptk.TurnView
function M.begin(transcript, info)
  local message = info.message ~= '' and info.message or 'Carry out the plan.'
  local row = add_message(transcript, format.message_lines(message, info.attachments), info)
  tags.set(transcript, row, { kind = 'answer', info = info })
  return setmetatable({
    info = info,
    transcript = transcript,
    note = transcript:add_note(row, ''),
    calls = {},
    waiting = {},
    has_text = false,
    text = {},
  }, View)
end

---@type table<string, fun(view: ptk.TurnView, event: table)>
local draw = {
  turn_start = function(view, event)
    view.model, view.info.turn_id = event.model, event.turnId
    view.transcript:set_note(view.note, event.model)
  end,

  iteration = function(view)
    view:close_code_block()
    view.transcript:end_text()
    view.thought = nil
    view.attempt = nil
  end,

  text = function(view, event)
    view.thought = nil
    view.has_text = true
    view.attempt = view.attempt or view.transcript:place()
    view.transcript:add_text(event.text)
    table.insert(view.text, event.text)
  end,

  reasoning = function(view, event)
    view:reasoning(event.text)
  end,

  tool_call = function(view, event)
    view.thought = nil
    view.attempt = nil
    calls.begin(view, event)
  end,

  tool_output = function(view, event)
    local call = view.calls[event.toolCallId]
    if call then
      table.insert(call.output, event.chunk)
      tags.set_details(view.transcript, call.block, format.last_lines(call.output, tail))
    end
  end,

  tool_result = function(view, event)
    view.attempt = nil
    local call = view.calls[event.toolCallId]
    if call then
      calls.finish(view, call, event)
    end
  end,

  plan = function(view, event)
    view.info.plan = event.entries
    local head, lines = format.plan_text(event.entries)
    view.plan = view.plan or tags.add_block(view.transcript, head, { kind = 'plan', info = view.info })
    tags.set_head(view.transcript, view.plan, head, 'PtkPlan')
    tags.set_details(view.transcript, view.plan, lines)
  end,

  user_message = function(view, event)
    view.thought, view.attempt = nil, nil
    add_message(view.transcript, format.message_lines(event.text, event.attachments or {}))
  end,

  retry = function(view, event)
    if view.attempt then
      view.transcript:take_back(view.attempt)
      view.attempt, view.thought, view.has_text, view.text = nil, nil, false, {}
    end
    view:remove_retry_note()
    view.retry_note = not event.model and view.transcript:place() or nil
    view:remark(failure.retry_line(event))
  end,

  warning = function(view, event)
    view:remark(event.message)
  end,
}

---@param event ptk.ChatEvent
function View:event(event)
  local drawer = draw[event.kind]
  if event.kind == 'text' or event.kind == 'reasoning' or event.kind == 'tool_call' then
    self:remove_retry_note()
  elseif event.kind ~= 'retry' then
    self.retry_note = nil
  end
  if drawer then
    drawer(self, event)
  end
end

--- Removes the note of the last retry: only the last one or the failure is shown.
function View:remove_retry_note()
  if self.retry_note then
    self.transcript:take_back(self.retry_note)
    self.retry_note = nil
  end
end

--- Adds a note that is not part of the conversation.
---@param text string
function View:remark(text)
  self.transcript:add_lines({ '> ' .. text:gsub('%s*\n%s*', ' ') })
end

--- Adds the model's reasoning, folded.
---@param text string
function View:reasoning(text)
  if not self.thought then
    text = text:gsub('^%s+', '')
    if text == '' then
      return
    end
    self.attempt = self.attempt or self.transcript:place('block')
    local head = glyphs.thought .. ' Thinking'
    self.thought = tags.add_block(self.transcript, head, { kind = 'thought', info = self.info })
    tags.set_head(self.transcript, self.thought, head, 'PtkReasoning')
  end
  tags.add_details(self.transcript, text)
end

--- Marks the turn as one that can be continued.
---@param note string beside the heading
function View:unfinished(note)
  self.info.unfinished = true
  self.transcript:set_note(self.note, note)
end

---@param problem string
---@param suggestion? string what the user can do
---@param note? string beside the heading
function View:problem(problem, suggestion, note)
  self:close_code_block()
  self:remove_retry_note()
  calls.stop(self, 'not finished')
  local lines = vim.split('**' .. vim.trim(problem) .. '**', '\n', { plain = true })
  if suggestion and suggestion ~= '' then
    vim.list_extend(lines, vim.split(suggestion, '\n', { plain = true }))
  end
  self.transcript:add_lines(vim.tbl_map(function(line)
    return '> ' .. line
  end, lines))
  self:unfinished(note or failure.note())
end

--- Closes a block that the running text leaves open, so that what follows is not part of
--- it.
function View:close_code_block()
  local ending = open_block.ending(table.concat(self.text))
  self.text = {}
  if ending then
    self.transcript:add_text('\n' .. ending)
  end
end

function View:stopped()
  self:close_code_block()
  calls.stop(self, 'stopped')
  self:remark('Stopped.')
  self:unfinished('stopped · :Ptk continue')
end

---@param result ptk.ChatResult
function View:result(result)
  self.info.turn_id = result.turnId
  if not self.has_text and result.content ~= '' then
    self.transcript:add_text(result.content)
    table.insert(self.text, result.content)
  end
  self:close_code_block()
  self:changes(result.changes or {})
  self.transcript:end_text()
  self.transcript:set_note(self.note, ('%s · %s'):format(result.model, format.duration(result.durationMs)))
  if result.error and failure.is_paused(result) then
    self:problem('Paused. ' .. result.error.message, result.error.suggestion, 'paused · :Ptk continue')
  elseif result.error then
    self:problem(result.error.message, result.error.suggestion, failure.note(result.error))
  elseif self.info.mode == 'plan' and #(self.info.plan or {}) > 0 then
    self.transcript:add_lines({ '> :Ptk plan carries the plan out', '> :Ptk plan edit changes it first' })
  end
end

--- Shows whether a call waits for the user.
---@param id string of the call; its event may arrive later
---@param waits? boolean
function View:set_waiting(id, waits)
  calls.set_waiting(self, id, waits)
end

---@param changes ptk.FileChange[]
function View:changes(changes)
  self.info.changes = changes
  if #changes > 0 then
    local row = self.transcript:add_lines(vim.tbl_map(format.change_line, changes))
    for i in ipairs(changes) do
      tags.set(self.transcript, row + i - 1, { kind = 'changes', info = self.info, change = changes[i] })
    end
  end
end

return M
