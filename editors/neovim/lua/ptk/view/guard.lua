--- Protects the text above the prompt: a change by the user that touches it is undone
--- as a whole, whatever made it. Changes by the plugin go through write.
local M = {}

local api = vim.api

---@class ptk.Guard
---@field private transcript ptk.Transcript
---@field private lines string[] the text after the last allowed change
---@field private heading integer row of the prompt's heading at that time
---@field private writing integer nested calls of write
---@field private before? {seq: integer, lines: string[]} the text before the last change of the undo tree
---@field broken boolean a change is about to be undone
local Guard = {}
Guard.__index = Guard

--- Replaces a range of a list in place.
---@param list string[]
---@param first integer from 0
---@param last integer exclusive
---@param new string[]
local function splice(list, first, last, new)
  local removed = last - first
  local common = math.min(removed, #new)
  for i = 1, common do
    list[first + i] = new[i]
  end
  for i = common + 1, #new do
    table.insert(list, first + i, new[i])
  end
  for _ = common + 1, removed do
    table.remove(list, first + common + 1)
  end
end

--- Starts to watch the buffer of a transcript.
---@param transcript ptk.Transcript
---@return ptk.Guard
function M.new(transcript)
  local buf = transcript.buf
  local self = setmetatable({
    transcript = transcript,
    lines = api.nvim_buf_get_lines(buf, 0, -1, false),
    heading = -1,
    writing = 0,
    broken = false,
  }, Guard)
  api.nvim_buf_attach(buf, false, {
    on_lines = function(_, _, _, first, last, new_last)
      if transcript.buf ~= buf then
        return true
      end
      self:changed(first, last, new_last)
    end,
  })
  -- Typed keys are handled before scheduled functions.
  api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'CursorMoved' }, {
    group = api.nvim_create_augroup('ptk.guard.' .. buf, {}),
    buffer = buf,
    callback = function()
      self:restore()
    end,
  })
  return self
end

---@private
---@param first integer
---@param last integer
---@param new_last integer
function Guard:changed(first, last, new_last)
  if self.broken then
    return
  elseif self.writing == 0 and first <= self.heading then
    self.broken = true
    self:remember()
    self.lines = self.before.lines
    vim.schedule(function()
      self:restore()
    end)
    return
  elseif self.writing == 0 then
    self:remember()
  end
  splice(self.lines, first, last, api.nvim_buf_get_lines(self.transcript.buf, first, new_last, false))
  if self.writing == 0 and #self.lines == self.heading + 1 then
    vim.schedule(function()
      self:add_prompt_line()
    end)
  end
end

--- Keeps the text before a change of the undo tree: a command such as :move changes the
--- prompt first and the protected text then.
---@private
function Guard:remember()
  local seq = api.nvim_buf_call(self.transcript.buf, vim.fn.undotree).seq_last
  if not self.before or self.before.seq ~= seq then
    self.before = { seq = seq, lines = vim.list_slice(self.lines) }
  end
end

---@private
---@return string[]
function Guard:text()
  return api.nvim_buf_get_lines(self.transcript.buf, 0, -1, false)
end

--- Changes the buffer outside of its undo tree: u in the prompt undoes only what the
--- user typed there.
---@param change fun()
function Guard:write(change)
  self:restore()
  local bo = vim.bo[self.transcript.buf]
  local levels, modifiable = bo.undolevels, bo.modifiable
  self.writing = self.writing + 1
  local ok, problem
  api.nvim_buf_call(self.transcript.buf, function()
    bo.modifiable = true
    bo.undolevels = -1
    ok, problem = pcall(change)
    bo.undolevels = levels
    bo.modifiable = modifiable
    bo.modified = false
  end)
  self.writing = self.writing - 1
  self.heading = self.transcript:mark_row()
  if not ok then
    error(problem, 0)
  end
end

--- Undoes until the text is as before, so that the marks in it are restored too.
---@private
---@return boolean restored
function Guard:undo()
  for _ = 1, 100 do
    local tick = api.nvim_buf_get_changedtick(self.transcript.buf)
    vim.cmd('silent! undo')
    if vim.deep_equal(self:text(), self.lines) then
      return true
    elseif api.nvim_buf_get_changedtick(self.transcript.buf) == tick then
      return false
    end
  end
  return false
end

--- Replaces the lines that differ.
---@private
function Guard:replace()
  local now, first, last = self:text(), 0, 0
  local most = math.min(#now, #self.lines)
  while first < most and now[first + 1] == self.lines[first + 1] do
    first = first + 1
  end
  while last < most - first and now[#now - last] == self.lines[#self.lines - last] do
    last = last + 1
  end
  local lines = vim.list_slice(self.lines, first + 1, #self.lines - last)
  self:write(function()
    api.nvim_buf_set_lines(self.transcript.buf, first, #now - last, false, lines)
    self.transcript:place_heading(self.heading)
  end)
end

--- Undoes a change of the protected text.
function Guard:restore()
  local buf = self.transcript.buf
  if not self.broken or self.writing > 0 or not api.nvim_buf_is_loaded(buf) then
    return
  end
  local heading = self.heading
  self.writing = 1 -- so that nothing else restores it meanwhile
  local modifiable = vim.bo[buf].modifiable
  local restored = false
  vim.bo[buf].modifiable = true
  api.nvim_buf_call(buf, function()
    restored = not api.nvim_get_mode().mode:match('^[iR]') and self:undo()
  end)
  vim.bo[buf].modifiable = modifiable
  self.broken, self.writing = false, 0
  if not restored then
    self.heading = heading
    self:replace()
  end
  self:move_cursors()
  vim.notify('ptk: only the prompt can be changed', vim.log.levels.WARN)
end

--- Moves cursors into the prompt.
---@private
function Guard:move_cursors()
  local buf = self.transcript.buf
  local last = api.nvim_buf_line_count(buf)
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    if api.nvim_win_get_cursor(win)[1] <= self.heading + 1 then
      api.nvim_win_set_cursor(win, { last, 0 })
    end
  end
end

--- Gives the prompt a line again after its last one was deleted, as a part of that
--- change, so that u undoes both.
---@private
function Guard:add_prompt_line()
  local buf = self.transcript.buf
  if self.broken or not api.nvim_buf_is_loaded(buf) or #self.lines ~= self.heading + 1 then
    return
  end
  vim.bo[buf].modifiable = true
  api.nvim_buf_call(buf, function()
    pcall(vim.cmd --[[@as function]], 'undojoin')
    api.nvim_buf_set_lines(buf, -1, -1, false, { '' })
  end)
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    if api.nvim_win_get_cursor(win)[1] == self.heading + 1 then
      api.nvim_win_set_cursor(win, { self.heading + 2, 0 })
    end
  end
end

return M
