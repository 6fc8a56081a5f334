--- Shows a change as a diff of two windows in a tab page of its own: the file as it is
--- on the left, as it would be on the right, where it can be edited.
local M = {}

local api = vim.api
local cmdwin = require('ptk.view.cmdwin')
local draft = require('ptk.view.draft')
local format = require('ptk.base.format')
local hunks = require('ptk.base.hunks')
local proposal = require('ptk.base.proposal')

---@class ptk.SidesActions
---@field take fun(text: string): boolean takes over what stands on the right
---@field hint string the keys

---@class ptk.Sides
---@field old integer buffer
---@field new integer buffer
---@field private file ptk.ProposedFile
local Sides = {}
Sides.__index = Sides

--- Returns the lines of a text for a buffer. If all lines end in \r\n, the buffer has
--- the format "dos".
---@param text string
---@return string[] lines
---@return boolean dos
---@return boolean ended the last line has a line end
local function split(text)
  local lines = hunks.lines_of(text)
  local dos = #lines > 0
    and vim.iter(lines):all(function(line)
      return line:match('\r\n$') or not line:match('\n$')
    end)
    and lines[1]:match('\r\n$') ~= nil
  local bare = vim.tbl_map(function(line)
    return (line:gsub(dos and '\r?\n$' or '\n$', ''))
  end, lines)
  return #bare > 0 and bare or { '' }, dos, #lines == 0 or lines[#lines]:match('\n$') ~= nil
end

---@param file ptk.ProposedFile
---@return integer buf
local function old_buffer(file)
  local buf = api.nvim_create_buf(false, true)
  draft.set_name(buf, 'before/' .. format.path(file.path))
  vim.bo[buf].modifiable = true -- the global value may be off
  api.nvim_buf_set_lines(buf, 0, -1, false, (split(file.old or '')))
  vim.bo[buf].bufhidden, vim.bo[buf].modifiable = 'wipe', false
  return buf
end

--- Returns the text that stands on the right.
---@return string
function Sides:text()
  local lines = api.nvim_buf_get_lines(self.new, 0, -1, false)
  if #lines == 1 and lines[1] == '' then
    return ''
  end
  local ending = vim.bo[self.new].fileformat == 'dos' and '\r\n' or '\n'
  return table.concat(lines, ending) .. (vim.bo[self.new].endofline and ending or '')
end

---@private
---@param actions ptk.SidesActions
---@return integer buf
function Sides:new_buffer(actions)
  local file = self.file
  local lines, dos, ended = split(proposal.text(file))
  local buf = draft.buffer({
    name = 'proposed/' .. format.path(file.path),
    lines = lines,
    take = function()
      return actions.take(self:text())
    end,
  })
  local bo = vim.bo[buf]
  bo.fileformat, bo.fixendofline, bo.endofline = dos and 'dos' or 'unix', false, ended
  bo.modifiable, bo.modified = not file.whole, false
  return buf
end

---@param win integer
---@param title string
local function compare(win, title)
  vim.wo[win][0].winbar = ' ' .. title:gsub('%%', '%%%%') .. '%<'
  vim.wo[win][0].wrap = true
  vim.wo[win][0].winfixbuf = true
  api.nvim_win_call(win, vim.cmd.diffthis)
end

--- Opens the tab page and goes to the right side, or to the only one for a new file.
---@param file ptk.ProposedFile
---@param actions ptk.SidesActions
---@return ptk.Sides
function M.open(file, actions)
  local self = setmetatable({ file = file }, Sides)
  self.old, self.new = old_buffer(file), self:new_buffer(actions)
  local name = format.path(file.path)
  vim.cmd('tab sbuffer ' .. self.old)
  local left = api.nvim_get_current_win()
  local right = api.nvim_open_win(self.new, true, { split = 'right', win = left })
  for _, buf in ipairs({ self.old, self.new }) do
    vim.bo[buf].filetype = vim.filetype.match({ filename = file.path, buf = buf }) or ''
  end
  compare(left, name .. (vim.uv.fs_stat(file.path) and ' as it is' or ' does not exist yet'))
  compare(right, ('%s as it would be · %s'):format(name, actions.hint))
  self:close_together()
  return self
end

--- Closes the left window if the right one is closed.
---@private
function Sides:close_together()
  api.nvim_create_autocmd('BufWipeout', {
    buffer = self.new,
    once = true,
    callback = vim.schedule_wrap(function()
      self:close()
    end),
  })
end

--- Goes to the right side.
---@return boolean shown
function Sides:enter()
  local win = vim.fn.win_findbuf(self.new)[1]
  if win then
    api.nvim_set_current_win(win)
  end
  return win ~= nil
end

--- Reports whether the user has changed the text on the right.
---@return boolean
function Sides:is_edited()
  return api.nvim_buf_is_valid(self.new) and vim.bo[self.new].modified
end

--- Closes both windows.
function Sides:close()
  cmdwin.after(function()
    for _, buf in ipairs({ self.old, self.new }) do
      if api.nvim_buf_is_valid(buf) then
        api.nvim_buf_delete(buf, { force = true })
      end
    end
  end)
end

--- Takes the old text of the change under the cursor.
function Sides:take_old()
  if vim.wo.diff then
    vim.cmd(api.nvim_get_current_buf() == self.new and 'diffget' or 'diffput')
  end
end

--- Goes to a change; one that was turned off with :diffoff is compared again.
---@param key ']c'|'[c'
function Sides:go(key)
  for _, buf in ipairs({ self.old, self.new }) do
    for _, win in ipairs(vim.fn.win_findbuf(buf)) do
      if not vim.wo[win].diff then
        api.nvim_win_call(win, vim.cmd.diffthis)
      end
    end
  end
  vim.cmd('silent! normal! ' .. vim.v.count1 .. key)
end

return M
