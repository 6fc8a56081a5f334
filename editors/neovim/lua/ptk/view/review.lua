--- Draws a proposed change in the buffer of its file, with extmarks alone: the text,
--- the cursor and the undo tree stay as they are. If the text changes, nothing is drawn
--- until it is again the text that the change is for.
local M = {}

local api = vim.api
local hunks = require('ptk.base.hunks')
local removed = require('ptk.view.review_removed')
local review_lines = require('ptk.view.review_lines')

local ns = api.nvim_create_namespace('ptk.review')

---@class ptk.Review
---@field file ptk.ProposedFile
---@field buf integer
---@field stale boolean the buffer holds another text than the change is for
---@field current integer the hunk whose keys are shown; 0 for none
---@field private old string[] the lines that the change is for
---@field private describe fun(review: ptk.Review, index: integer): ptk.ReviewHeading
---@field private on_stale fun(review: ptk.Review)
---@field private over boolean
---@field private checking boolean
local Review = {}
Review.__index = Review

---@param file ptk.ProposedFile
---@return string[]
local function old_lines(file)
  local lines = vim.tbl_map(hunks.bare, hunks.lines_of(file.old or ''))
  return #lines > 0 and lines or { '' }
end

---@class ptk.ReviewOptions
---@field describe fun(review: ptk.Review, index: integer): ptk.ReviewHeading
---@field on_stale fun(review: ptk.Review) the text has changed, or is again as it was

---@param file ptk.ProposedFile
---@param buf integer
---@param options ptk.ReviewOptions
---@return ptk.Review
function M.new(file, buf, options)
  local self = setmetatable({
    file = file,
    buf = buf,
    stale = false,
    current = 0,
    old = old_lines(file),
    describe = options.describe,
    on_stale = options.on_stale,
    over = false,
    checking = false,
  }, Review)
  self:watch()
  self.stale = not self:is_for_text()
  self:draw()
  return self
end

---@private
function Review:watch()
  local function check()
    if not self.over and not self.checking then
      self.checking = true
      vim.schedule(function()
        self.checking = false
        self:check()
      end)
    end
    return self.over
  end
  api.nvim_buf_attach(self.buf, false, {
    on_lines = check,
    on_reload = check,
    on_detach = function()
      self.over = true
    end,
  })
end

--- Reports whether the buffer holds the text that the change is for; line ends may
--- differ.
---@private
---@return boolean
function Review:is_for_text()
  if not self.file.old or api.nvim_buf_line_count(self.buf) ~= #self.old then
    return false
  end
  for i, line in ipairs(api.nvim_buf_get_lines(self.buf, 0, -1, false)) do
    if line ~= self.old[i] and hunks.bare(line) ~= self.old[i] then
      return false
    end
  end
  return true
end

---@private
function Review:check()
  if self.over or not api.nvim_buf_is_loaded(self.buf) then
    return
  end
  local was = self.stale
  self.stale = not self:is_for_text()
  self:draw()
  if self.stale ~= was then
    self.on_stale(self)
  end
end

---@return boolean whether the buffer is still there
function Review:is_alive()
  return not self.over and api.nvim_buf_is_loaded(self.buf)
end

--- Returns where virtual lines are drawn: the narrowest window counts.
---@private
---@return ptk.ReviewRoom
function Review:room()
  local room = { width = vim.o.columns, margin = 2, tabstop = vim.bo[self.buf].tabstop }
  for _, win in ipairs(vim.fn.win_findbuf(self.buf)) do
    local info = vim.fn.getwininfo(win)[1]
    if info.width - info.textoff < room.width then
      room.width, room.margin = info.width - info.textoff, info.textoff
    end
  end
  return room
end

--- Returns the rows of a hunk in the buffer, from 0; an insertion has the row that its
--- lines follow, or -1 above the first line.
---@param index integer
---@return integer first
---@return integer last
function Review:rows(index)
  local part = self.file.parts[index]
  if #part.old > 0 then
    return part.old_at - 1, part.old_at + #part.old - 2
  elseif self.file.old == '' then
    return 0, 0
  end
  return part.old_at - 2, part.old_at - 2
end

---@private
---@param index integer
---@param lines ptk.Chunks[]
---@param row integer
---@param above boolean
function Review:virtual(index, lines, row, above)
  api.nvim_buf_set_extmark(self.buf, ns, row, 0, {
    id = index * 2 + (above and 1 or 0),
    virt_lines = lines,
    virt_lines_above = above,
    virt_lines_leftcol = true,
  })
end

---@param index integer
---@param room? ptk.ReviewRoom
function Review:draw_hunk(index, room)
  room = room or self:room()
  local part = self.file.parts[index] --[[@as ptk.ProposedPart]]
  local first, last = self:rows(index)
  local heading = { review_lines.heading(self.describe(self, index), room) }
  local rejected = part.decision == 'rejected'
  local added = rejected and {} or review_lines.added(part.edited or part.new, part.old, room)
  if #part.old > 0 then
    self:virtual(index, heading, first, true)
    if #added > 0 then
      self:virtual(index, added, last, false)
    end
  else
    local above = first < 0
    self:virtual(index, vim.list_extend(heading, added), math.max(0, first), above)
  end
end

---@private
function Review:erase()
  api.nvim_buf_clear_namespace(self.buf, ns, 0, -1)
  removed.erase(self.buf)
end

--- Draws all hunks.
function Review:draw()
  if not self:is_alive() then
    return
  end
  self:erase()
  if self.stale then
    return
  end
  for index, part in ipairs(self.file.parts) do
    if part.decision ~= 'rejected' then
      removed.draw(self.buf, part, (self:rows(index)))
    end
  end
  if #vim.fn.win_findbuf(self.buf) > 0 and #self.file.parts > 0 then
    vim.cmd.redraw() -- the signs may add a column
  end
  local room = self:room()
  for index in ipairs(self.file.parts) do
    self:draw_hunk(index, room)
  end
end

--- Returns the hunk at a row, else the last one before it, else the first.
---@param row integer
---@return integer index 0 if there is none
function Review:at(row)
  local found = #self.file.parts > 0 and 1 or 0
  for index in ipairs(self.file.parts) do
    if math.max(0, (self:rows(index))) > row then
      break
    end
    found = index
  end
  return found
end

--- Shows the keys at another hunk.
---@param index integer
function Review:set_current(index)
  local before = self.current
  self.current = index
  if before == index or self.stale then
    return
  end
  for _, each in ipairs({ before, index }) do
    if self.file.parts[each] then
      self:draw_hunk(each)
    end
  end
end

---@private
---@param id integer of an extmark
---@return integer number of its virtual lines
function Review:height_of(id)
  local mark = api.nvim_buf_get_extmark_by_id(self.buf, ns, id, { details = true })
  return mark[3] and #mark[3].virt_lines or 0
end

--- Scrolls the current window so that a hunk's virtual lines are visible.
---@private
---@param index integer
---@param first integer row
---@param last integer row
function Review:scroll_to(index, first, last)
  self:set_current(index)
  local above, below = self:height_of(index * 2 + 1), self:height_of(index * 2)
  local height, top = api.nvim_win_get_height(0), first + 1
  local bottom = vim.fn.win_screenpos(0)[1] + height - 1
  local row = vim.fn.screenpos(0, last + 1, 1).row
  local view = vim.fn.winsaveview()
  if view.topline < top and row > 0 and row + below <= bottom then
    return
  end
  local context = math.max(0, math.min(math.floor(height / 4), height - above - below - (last - first) - 1))
  view.topline = math.max(1, top - context)
  view.topfill = view.topline == top and above or 0
  vim.fn.winrestview(view)
end

--- Moves the cursor of the current window to a hunk and makes all of it visible.
---@param index integer
function Review:go(index)
  local first, last = self:rows(index)
  local row = math.max(0, first)
  api.nvim_win_set_cursor(0, { row + 1, 0 })
  for each = row, math.max(row, last) do
    if vim.fn.foldclosed(each + 1) > 0 then
      vim.cmd(('silent! %dfoldopen!'):format(each + 1))
    end
  end
  self:scroll_to(index, row, math.max(row, last))
end

--- Removes everything that was drawn, for good.
function Review:finish()
  self.over = true
  if api.nvim_buf_is_loaded(self.buf) then
    self:erase()
  end
end

return M
