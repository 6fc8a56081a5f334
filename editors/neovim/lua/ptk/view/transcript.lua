--- The text of a chat buffer: the messages, and below them the prompt, a heading with
--- the user's lines. Text is inserted above the prompt's heading, so that no cursor
--- moves away from its text. Queued messages stand between the two. It does not know
--- turns.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace('ptk.transcript')
local guard = require('ptk.view.guard')
local marks = require('ptk.view.marks')
local queued_messages = require('ptk.view.queued_messages')
local tags = require('ptk.view.tags')
local visible = require('ptk.base.visible')

M.user_heading = '## You'
M.answer_heading = '## ptk'

---@class ptk.Transcript
---@field buf integer
---@field private heading integer extmark of the prompt's heading
---@field tags table<integer, ptk.Tag> by the extmark at their row
---@field guard ptk.Guard
---@field private hint? string
---@field queued_rows integer lines of the queued messages
---@field private last? 'text'|'block'|'heading'|'paragraph' kind of the last text written
local Transcript = {}
Transcript.__index = Transcript

---@return integer buf
local function create_buffer()
  local buf = api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = 'hide'
  return buf
end

---@return ptk.Transcript
function M.new()
  local self = setmetatable({ buf = create_buffer(), tags = {}, queued_rows = 0 }, Transcript)
  self.guard = guard.new(self)
  self:clear()
  return self
end

--- Moves the text and its marks to a new buffer, because this one is being unloaded.
function Transcript:move()
  local old = self.buf
  self.buf = create_buffer()
  self.guard = guard.new(self)
  self:write(function()
    api.nvim_buf_set_lines(self.buf, 0, -1, false, api.nvim_buf_get_lines(old, 0, -1, false))
    marks.copy(old, self.buf, ns)
    marks.copy(old, self.buf, queued_messages.space)
    marks.copy(old, self.buf, tags.places)
    marks.copy(old, self.buf, tags.looks)
  end)
end

--- Replaces the first rows by the messages of another transcript.
---@param other ptk.Transcript
---@param rows integer how many
---@return integer added number of lines added
function Transcript:prepend(other, rows)
  local before = other:heading_row() - 1
  tags.forget(self, 0, rows - 1)
  self:write(function()
    local lines = api.nvim_buf_get_lines(other.buf, 0, before + 1, false)
    api.nvim_buf_set_lines(self.buf, 0, rows, false, lines)
    marks.copy(other.buf, self.buf, ns, before)
    marks.copy(other.buf, self.buf, tags.looks, before)
    for id, copy in pairs(marks.copy(other.buf, self.buf, tags.places, before)) do
      self.tags[copy] = other.tags[id]
    end
  end)
  return before + 1 - rows
end

--- Places the mark of the prompt's heading, with the hint after it.
---@param row integer
function Transcript:place_heading(row)
  self.heading = api.nvim_buf_set_extmark(self.buf, ns, row, 0, {
    id = self.heading,
    virt_text = self.hint and { { self.hint, 'PtkNote' } } or nil,
  })
end

--- Shows a hint beside the prompt's heading, as virtual text.
---@param text string
function Transcript:set_hint(text)
  self.hint = text ~= '' and visible.line(text) or nil
  self:place_heading(self:heading_row())
end

--- Changes the buffer; only the plugin may change the text above the prompt.
---@param change fun()
function Transcript:write(change)
  self.guard:write(change)
end

--- Returns the row of the mark at the prompt's heading.
---@return integer
function Transcript:mark_row()
  return self.heading and api.nvim_buf_get_extmark_by_id(self.buf, ns, self.heading, {})[1] or -1
end

function Transcript:clear()
  tags.forget(self, 0, -1)
  self:write(function()
    api.nvim_buf_clear_namespace(self.buf, ns, 0, -1)
    api.nvim_buf_clear_namespace(self.buf, queued_messages.space, 0, -1)
    api.nvim_buf_set_lines(self.buf, 0, -1, false, { M.user_heading, '' })
    self.heading, self.queued_rows = nil, 0
    self:place_heading(0)
  end)
  self.last = nil
end

--- Returns the row of the prompt's heading; writes it again if the user has deleted
--- it.
---@return integer
function Transcript:heading_row()
  local row = self:mark_row()
  if self.guard.broken or self:line(row) == M.user_heading then
    return row
  end
  local at = math.min(row, api.nvim_buf_line_count(self.buf) - 1)
  at = self:line(at) == '' and at or at + 1
  self:write(function()
    api.nvim_buf_set_lines(self.buf, at, at, false, { M.user_heading })
    if api.nvim_buf_line_count(self.buf) == at + 1 then
      api.nvim_buf_set_lines(self.buf, at + 1, at + 1, false, { '' })
    end
    self:place_heading(at)
  end)
  return at
end

--- Returns the row before which new text is inserted: that of the queued messages or of
--- the prompt's heading.
---@return integer
function Transcript:end_row()
  return self:heading_row() - self.queued_rows
end

--- Shows messages that the model has not read yet above the prompt.
---@param messages ptk.Queued[]
function Transcript:set_queued(messages)
  queued_messages.show(self, messages, M.user_heading)
end

---@param row integer
---@return string
function Transcript:line(row)
  return api.nvim_buf_get_lines(self.buf, row, row + 1, false)[1] or ''
end

---@return string
function Transcript:prompt()
  return vim.trim(table.concat(self:prompt_lines(), '\n'))
end

---@return string[]
function Transcript:prompt_lines()
  return api.nvim_buf_get_lines(self.buf, self:heading_row() + 1, -1, false)
end

---@param text string
function Transcript:set_prompt(text)
  local row = self:heading_row()
  self:write(function()
    api.nvim_buf_set_lines(self.buf, row + 1, -1, false, vim.split(text, '\n', { plain = true }))
  end)
end

--- Inserts lines above the prompt.
---@param row integer
---@param lines string[]
function Transcript:insert(row, lines)
  local heading = self:heading_row()
  api.nvim_buf_set_lines(self.buf, row, row, false, lines)
  self:place_heading(heading + #lines)
end

--- Ends the current paragraph and removes empty lines at its end.
function Transcript:end_text()
  if self.last ~= 'text' then
    return
  end
  self.last = 'paragraph'
  local row = self:end_row() - 2
  local first = row
  while first > 0 and vim.trim(self:line(first)) == '' do
    first = first - 1
  end
  if first < row then
    self:write(function()
      api.nvim_buf_set_lines(self.buf, first + 1, row + 1, false, {})
    end)
  end
end

---@class ptk.Place the start of text that may be removed again
---@field mark integer
---@field below integer lines between it and the end row when it was taken
---@field last? string

--- Returns the place of the next text.
---@param kind? 'block' as for add_lines
---@return ptk.Place
function Transcript:place(kind)
  self:end_text()
  local below = (self.last == 'heading' or (kind == 'block' and self.last == 'block')) and 1 or 0
  local mark = api.nvim_buf_set_extmark(self.buf, ns, self:end_row() - below, 0, { right_gravity = false })
  return { mark = mark, below = below, last = self.last }
end

--- Removes the text from a place on.
---@param place ptk.Place
function Transcript:take_back(place)
  local row = api.nvim_buf_get_extmark_by_id(self.buf, ns, place.mark, {})[1]
  local after = self:end_row() - place.below
  tags.forget(self, row, after - 1)
  self:write(function()
    api.nvim_buf_set_lines(self.buf, row, after, false, {})
    self:place_heading(row + place.below + self.queued_rows)
  end)
  self.last = place.last
end

--- Removes the messages from a row on.
---@param row integer
function Transcript:cut(row)
  local heading = self:heading_row()
  tags.forget(self, row, heading - 1)
  self:write(function()
    api.nvim_buf_set_lines(self.buf, row, heading, false, {})
    self:place_heading(row)
  end)
  self.queued_rows, self.last = 0, nil
end

--- Adds lines, followed by an empty line.
---@param lines string[]
---@param kind? 'heading'|'block' default: a paragraph; no empty line follows a heading
---@return integer row of the first
function Transcript:add_lines(lines, kind)
  self:end_text()
  local close = self.last == 'heading' or (kind == 'block' and self.last == 'block')
  local row = self:end_row() - (close and 1 or 0)
  lines = vim.tbl_map(visible.prose, lines)
  self:write(function()
    self:insert(row, close and lines or vim.list_extend(lines, { '' }))
  end)
  self.last = kind or 'paragraph'
  return row
end

--- Adds a piece of running text after the last piece.
---@param text string
function Transcript:add_text(text)
  text = text:gsub('\r\n?', '\n')
  if self.last ~= 'text' then
    text = text:gsub('^%s*\n', '')
    if text == '' then
      return
    end
    self:add_lines({ '' })
    self.last = 'text'
  end
  local heading = self:heading_row()
  local row = self:end_row() - 2
  local lines = vim.split(visible.prose(text), '\n', { plain = true })
  self:write(function()
    local column = #self:line(row)
    api.nvim_buf_set_text(self.buf, row, column, row, column, lines)
    self:place_heading(heading + #lines - 1)
  end)
end

--- Adds virtual text at the end of a line.
---@param row integer
---@param text string
---@return integer note
function Transcript:add_note(row, text)
  return api.nvim_buf_set_extmark(self.buf, ns, row, 0, { virt_text = { { visible.line(text), 'PtkNote' } } })
end

---@param note integer
---@param text string
function Transcript:set_note(note, text)
  local row = api.nvim_buf_get_extmark_by_id(self.buf, ns, note, {})[1]
  api.nvim_buf_set_extmark(self.buf, ns, row, 0, { id = note, virt_text = { { visible.line(text), 'PtkNote' } } })
end

return M
