--- The text of a chat buffer: what was said, and below it the prompt, a heading
--- with the user's lines. Everything is written above the prompt's heading, so
--- that no cursor moves from the text it stands on. Knows nothing of a turn.
local M = {}

local api = vim.api
local ns = api.nvim_create_namespace('ptk.transcript')
local tags = require('ptk.view.tags')
local visible = require('ptk.base.visible')

M.user_heading = '## You'
M.answer_heading = '## ptk'

---@class ptk.Transcript
---@field buf integer
---@field private heading integer extmark of the prompt's heading
---@field tags table<integer, ptk.Tag> by the extmark at their row
---@field private hint? string
---@field private last? 'text'|'block'|'heading'|'paragraph' what was written last
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
  local self = setmetatable({ buf = create_buffer(), tags = {} }, Transcript)
  self:clear()
  return self
end

--- What of a mark goes along to another buffer.
local kept = { 'end_row', 'end_col', 'hl_group', 'priority', 'right_gravity', 'end_right_gravity', 'virt_text' }

---@param from integer buffer
---@param to integer
---@param space integer namespace
---@param before? integer row that ends what is copied; the marks are new ones then
---@return table<integer, integer> ids of the copies
local function copy_marks(from, to, space, before)
  local ids = {}
  local last = before and { before, -1 } or -1
  for _, mark in ipairs(api.nvim_buf_get_extmarks(from, space, 0, last, { details = true })) do
    local id, row, column, details = unpack(mark)
    local options = { id = not before and id or nil, strict = false }
    for _, field in ipairs(kept) do
      options[field] = details[field]
    end
    ids[id] = api.nvim_buf_set_extmark(to, space, row, column, options)
  end
  return ids
end

--- Goes on in another buffer with all that was said and the marks in it, since
--- this one is about to lose its text.
function Transcript:move()
  local old = self.buf
  self.buf = create_buffer()
  self:write(function()
    api.nvim_buf_set_lines(self.buf, 0, -1, false, api.nvim_buf_get_lines(old, 0, -1, false))
    copy_marks(old, self.buf, ns)
    copy_marks(old, self.buf, tags.places)
    copy_marks(old, self.buf, tags.looks)
  end)
end

--- Puts what another transcript says at the beginning, in place of the rows there.
---@param other ptk.Transcript
---@param rows integer how many
---@return integer added lines that the text is longer
function Transcript:prepend(other, rows)
  local before = other:heading_row() - 1
  tags.forget(self, 0, rows - 1)
  self:write(function()
    local lines = api.nvim_buf_get_lines(other.buf, 0, before + 1, false)
    api.nvim_buf_set_lines(self.buf, 0, rows, false, lines)
    copy_marks(other.buf, self.buf, ns, before)
    copy_marks(other.buf, self.buf, tags.looks, before)
    for id, copy in pairs(copy_marks(other.buf, self.buf, tags.places, before)) do
      self.tags[copy] = other.tags[id]
    end
  end)
  return before + 1 - rows
end

--- Puts the mark at the prompt's heading, with the hint behind it.
---@param row integer
function Transcript:place_heading(row)
  self.heading = api.nvim_buf_set_extmark(self.buf, ns, row, 0, {
    id = self.heading,
    virt_text = self.hint and { { self.hint, 'Comment' } } or nil,
  })
end

--- Words beside the prompt's heading that are no part of the text.
---@param text string
function Transcript:set_hint(text)
  self.hint = text ~= '' and visible.line(text) or nil
  self:place_heading(self:heading_row())
end

--- Changes the buffer without a trace in its undo tree: u in the prompt takes
--- back what the user typed there, never what was said.
---@param change fun()
function Transcript:write(change)
  local bo = vim.bo[self.buf]
  local levels, modifiable = bo.undolevels, bo.modifiable
  api.nvim_buf_call(self.buf, function()
    bo.modifiable = true
    bo.undolevels = -1
    local ok, problem = pcall(change)
    bo.undolevels = levels
    bo.modifiable = modifiable
    bo.modified = false
    if not ok then
      error(problem, 0)
    end
  end)
end

function Transcript:clear()
  tags.forget(self, 0, -1)
  self:write(function()
    api.nvim_buf_clear_namespace(self.buf, ns, 0, -1)
    api.nvim_buf_set_lines(self.buf, 0, -1, false, { M.user_heading, '' })
    self.heading = nil
    self:place_heading(0)
  end)
  self.last = nil
end

--- The row of the prompt's heading; where the user has taken the line away it
--- is put back.
---@return integer
function Transcript:heading_row()
  local row = api.nvim_buf_get_extmark_by_id(self.buf, ns, self.heading, {})[1]
  if self:line(row) == M.user_heading then
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

--- Puts lines above the prompt; the mark stays with the heading.
---@param row integer
---@param lines string[]
function Transcript:insert(row, lines)
  local heading = self:heading_row()
  api.nvim_buf_set_lines(self.buf, row, row, false, lines)
  self:place_heading(heading + #lines)
end

--- Ends the running paragraph, and with it empty lines at its end.
function Transcript:end_text()
  if self.last ~= 'text' then
    return
  end
  self.last = 'paragraph'
  local row = self:heading_row() - 2
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

---@class ptk.Place where something begins that may be taken back
---@field mark integer
---@field below integer lines between it and the prompt's heading, before anything was written
---@field last? string

--- The place of what is written next.
---@param kind? 'block' as for add_lines
---@return ptk.Place
function Transcript:place(kind)
  self:end_text()
  local below = (self.last == 'heading' or (kind == 'block' and self.last == 'block')) and 1 or 0
  local mark = api.nvim_buf_set_extmark(self.buf, ns, self:heading_row() - below, 0, { right_gravity = false })
  return { mark = mark, below = below, last = self.last }
end

--- Takes back all that was written from a place on.
---@param place ptk.Place
function Transcript:take_back(place)
  local row = api.nvim_buf_get_extmark_by_id(self.buf, ns, place.mark, {})[1]
  local heading = self:heading_row()
  tags.forget(self, row, heading - place.below - 1)
  self:write(function()
    api.nvim_buf_set_lines(self.buf, row, heading - place.below, false, {})
    self:place_heading(row + place.below)
  end)
  self.last = place.last
end

--- Takes back all that was said from a row on.
---@param row integer
function Transcript:cut(row)
  local heading = self:heading_row()
  tags.forget(self, row, heading - 1)
  self:write(function()
    api.nvim_buf_set_lines(self.buf, row, heading, false, {})
    self:place_heading(row)
  end)
  self.last = nil
end

--- Lines of their own, an empty one after them.
---@param lines string[]
---@param kind? 'heading'|'block' default: a paragraph; a heading is followed closely
---@return integer row of the first
function Transcript:add_lines(lines, kind)
  self:end_text()
  local close = self.last == 'heading' or (kind == 'block' and self.last == 'block')
  local row = self:heading_row() - (close and 1 or 0)
  lines = vim.tbl_map(visible.prose, lines)
  self:write(function()
    self:insert(row, close and lines or vim.list_extend(lines, { '' }))
  end)
  self.last = kind or 'paragraph'
  return row
end

--- A piece of running text: it goes on where the last piece ended.
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
  local row = heading - 2
  local lines = vim.split(visible.prose(text), '\n', { plain = true })
  self:write(function()
    local column = #self:line(row)
    api.nvim_buf_set_text(self.buf, row, column, row, column, lines)
    self:place_heading(heading + #lines - 1)
  end)
end

--- Words at the end of a line that are no part of the text.
---@param row integer
---@param text string
---@return integer note
function Transcript:add_note(row, text)
  return api.nvim_buf_set_extmark(self.buf, ns, row, 0, { virt_text = { { visible.line(text), 'Comment' } } })
end

---@param note integer
---@param text string
function Transcript:set_note(note, text)
  local row = api.nvim_buf_get_extmark_by_id(self.buf, ns, note, {})[1]
  api.nvim_buf_set_extmark(self.buf, ns, row, 0, { id = note, virt_text = { { visible.line(text), 'Comment' } } })
end

return M
