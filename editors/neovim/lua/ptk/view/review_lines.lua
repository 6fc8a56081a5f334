--- The virtual lines of a review: a hunk's heading and its new lines, as wide as the
--- window.
local M = {}

local hunks = require('ptk.base.hunks')
local visible = require('ptk.base.visible')

---@class ptk.ReviewRoom where virtual lines are drawn
---@field width integer columns of text
---@field margin integer columns left of the text, for signs and numbers
---@field tabstop integer

---@alias ptk.Chunks {[1]: string, [2]: string}[]

--- Makes a line of a file visible: no character hides or reorders others, and tabs are
--- as wide as in the file.
---@param line string
---@param tabstop integer
---@return string
local function shown(line, tabstop)
  local text, width = '', 0
  for piece, tab in visible.text(hunks.bare(line)):gmatch('([^\t]*)(\t?)') do
    text, width = text .. piece, width + vim.api.nvim_strwidth(piece)
    if tab ~= '' then
      local gap = tabstop - width % tabstop
      text, width = text .. (' '):rep(gap), width + gap
    end
  end
  return text
end

---@param text string
---@return string[] characters with their combining marks
local function characters(text)
  return vim.fn.split(text, '\\zs')
end

--- Returns how many characters two lines share at their begin and at their end.
---@param a string[]
---@param b string[]
---@return integer head
---@return integer tail
local function shared(a, b)
  local most, head, tail = math.min(#a, #b), 0, 0
  while head < most and a[head + 1] == b[head + 1] do
    head = head + 1
  end
  while tail < most - head and a[#a - tail] == b[#b - tail] do
    tail = tail + 1
  end
  return head, tail
end

--- Returns the range of bytes of a line that differ from another line, if the two are
--- alike.
---@param line string
---@param other? string
---@return integer? first from 0
---@return integer? last exclusive
function M.changed_bytes(line, other)
  line, other = hunks.bare(line), other and hunks.bare(other)
  if not other or line == other or #line > 2000 or #other > 2000 then
    return nil
  end
  local a, b = characters(line), characters(other)
  local head, tail = shared(a, b)
  if (head + tail) * 2 < math.min(#a, #b) then
    return nil
  end
  return #table.concat(a, '', 1, head), #table.concat(a, '', 1, #a - tail)
end

---@param chunks ptk.Chunks
---@return integer
local function width_of(chunks)
  return vim.iter(chunks):fold(0, function(sum, chunk)
    return sum + vim.api.nvim_strwidth(chunk[1])
  end)
end

--- Splits chunks into lines that fit.
---@param chunks ptk.Chunks
---@param width integer
---@return ptk.Chunks[]
local function wrapped(chunks, width)
  local lines, line, used = {}, {}, 0 ---@type ptk.Chunks[], ptk.Chunks, integer
  for _, chunk in ipairs(chunks) do
    local rest = chunk[1]
    while vim.api.nvim_strwidth(rest) > width - used do
      local taken, columns = 0, 0
      local all = characters(rest)
      while all[taken + 1] and columns + vim.api.nvim_strwidth(all[taken + 1]) <= width - used do
        taken = taken + 1
        columns = columns + vim.api.nvim_strwidth(all[taken])
      end
      taken = (taken == 0 and used == 0) and 1 or taken -- a character wider than the window
      line[#line + 1] = { table.concat(all, '', 1, taken), chunk[2] }
      lines[#lines + 1], line, used = line, {}, 0
      rest = table.concat(all, '', taken + 1)
    end
    line[#line + 1] = { rest, chunk[2] }
    used = used + vim.api.nvim_strwidth(rest)
  end
  lines[#lines + 1] = line
  return lines
end

---@param line string
---@param other? string the line that it replaces
---@param tabstop integer
---@return ptk.Chunks
local function added_chunks(line, other, tabstop)
  local first, last = M.changed_bytes(line, other)
  local bare = hunks.bare(line)
  if not first or bare:find('\t', first + 1, true) then
    return { { shown(line, tabstop), 'PtkReviewAdded' } }
  end
  local head = shown(bare:sub(1, first), tabstop)
  return {
    { head, 'PtkReviewAdded' },
    { shown(bare:sub(first + 1, last), tabstop), 'PtkReviewAddedText' },
    { shown(bare:sub(last + 1), tabstop), 'PtkReviewAdded' },
  }
end

--- Returns the virtual lines that show lines as added. If there is a margin, the sign
--- is in it and the text below the text of the file.
---@param lines string[] with their line ends
---@param old string[] the lines that they replace
---@param room ptk.ReviewRoom
---@return ptk.Chunks[]
function M.added(lines, old, room)
  local result = {} ---@type ptk.Chunks[]
  local margin = math.max(2, room.margin)
  local sign = '+' .. (' '):rep(margin - 1)
  local width = math.max(8, room.width + room.margin - margin)
  for i, line in ipairs(lines) do
    local chunks = added_chunks(line, #lines == #old and old[i] or nil, room.tabstop)
    if i == #lines and not line:match('\n$') then
      chunks[#chunks + 1] = { '  (no line end)', 'PtkReviewHint' }
    end
    for nth, row in ipairs(wrapped(chunks, width)) do
      row[#row + 1] = { (' '):rep(width - width_of(row)), 'PtkReviewAdded' }
      table.insert(row, 1, { nth == 1 and sign or (' '):rep(margin), 'PtkReviewAddedSign' })
      result[#result + 1] = row
    end
  end
  return result
end

---@class ptk.ReviewHeading
---@field text string such as "change 1 of 3"
---@field short string the same for a narrow window
---@field state? string such as "left out"
---@field hints {key: string, what: string}[] the most important first

--- Returns the heading of a hunk. The first two hints are more important than the whole
--- text; others are omitted if they do not fit.
---@param heading ptk.ReviewHeading
---@param room ptk.ReviewRoom
---@return ptk.Chunks
function M.heading(heading, room)
  local most = room.width + room.margin
  local hints = vim.tbl_map(function(hint)
    return { { '  ' .. hint.key, 'PtkReviewKey' }, { ' ' .. hint.what, 'PtkReviewHint' } }
  end, heading.hints) ---@type ptk.Chunks[]
  local state = heading.state and ' · ' .. visible.line(heading.state) or ''
  local chunks = { { '▎ ' .. heading.text, 'PtkReviewHeading' }, { state, 'PtkReviewState' } }
  if width_of(chunks) + width_of(hints[1] or {}) + width_of(hints[2] or {}) > most then
    chunks[1][1] = '▎ ' .. heading.short
  end
  for _, hint in ipairs(hints) do
    if width_of(chunks) + width_of(hint) > most then
      break
    end
    vim.list_extend(chunks, hint)
  end
  return chunks
end

return M
