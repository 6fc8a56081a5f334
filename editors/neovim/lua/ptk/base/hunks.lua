--- Splits a unified diff into parts, so that the user can skip some of them. A part
--- is a run of changed lines.
local M = {}

---@class ptk.Part
---@field first integer its first line in the diff, from 1
---@field last integer
---@field hunk integer line of its @@ in the diff
---@field at integer line of the new text at which it begins, from 1
---@field old string[] its lines with their line ends
---@field new string[]

--- Returns for each line of a diff its line in the new text, from 1; for a removed
--- line that of the next line. The lines are counted, because the @@ line is reliable
--- for the old text only.
---@param lines string[] of a unified diff, of one file or several
---@return integer[]
function M.new_lines(lines)
  local numbers, at, delta, left = {}, 1, 0, 0
  for i, line in ipairs(lines) do
    local start, count = line:match('^@@ %-(%d+),?(%d*) ')
    local sign = line:sub(1, 1)
    if left <= 0 and start then
      at = tonumber(start) + delta + (count == '0' and 1 or 0)
      left = (tonumber(count) or 1) + (tonumber(line:match('^@@ %S+ %+%d+,(%d+)')) or 1)
    elseif left <= 0 then -- a file's names
      delta = 0
    end
    numbers[i] = math.max(1, at)
    if not start and left > 0 and sign ~= '\\' then
      at = at + (sign == '-' and 0 or 1)
      delta = delta + (sign == '+' and 1 or sign == '-' and -1 or 0)
      left = left - ((sign == '+' or sign == '-') and 1 or 2)
    end
  end
  return numbers
end

---@param lines string[] of a unified diff of one file
---@return ptk.Part[]
function M.parts(lines)
  local parts, part = {}, nil ---@type ptk.Part[], ptk.Part?
  local hunk, numbers = 0, M.new_lines(lines)
  for i, line in ipairs(lines) do
    local sign = line:sub(1, 1)
    if vim.startswith(line, '@@ ') then
      hunk, part = i, nil
    elseif hunk > 0 and (sign == '+' or sign == '-') then
      if not part then
        part = { first = i, last = i, hunk = hunk, at = numbers[i], old = {}, new = {} }
        parts[#parts + 1] = part
      end
      table.insert(sign == '+' and part.new or part.old, line:sub(2) .. '\n')
      part.last = i
    elseif sign == '\\' and part then -- the line before has no line end
      local side = lines[i - 1]:sub(1, 1) == '+' and part.new or part.old
      side[#side] = side[#side]:sub(1, -2)
      part.last = i
    else
      part = nil
    end
  end
  return parts
end

---@param text string
---@return string[] lines with their line ends
local function lines_of(text)
  local lines = {}
  for line in text:gmatch('[^\n]*\n?') do
    lines[#lines + 1] = line ~= '' and line or nil
  end
  return lines
end

---@param line string
---@return string
local function bare(line)
  return (line:gsub('\r?\n?$', ''))
end

--- Replaces the new lines of a part by the old ones; false if they are not there.
---@param lines string[]
---@param part ptk.Part
---@return boolean
local function take_out(lines, part)
  for i, line in ipairs(part.new) do
    if not lines[part.at + i - 1] or bare(lines[part.at + i - 1]) ~= bare(line) then
      return false
    end
  end
  local sample = lines[part.at] or lines[1] or ''
  local returns = sample:match('\r\n$') ~= nil
  for _ = 1, #part.new do
    table.remove(lines, part.at)
  end
  for i, line in ipairs(part.old) do
    if returns and not line:match('\r\n$') then
      line = line:gsub('\n$', '\r\n')
    end
    table.insert(lines, part.at + i - 1, line)
  end
  return true
end

--- Returns the new text of a file without the skipped parts of its diff; nil if the
--- diff does not belong to the text.
---@param text string
---@param parts ptk.Part[] in the order of the diff
---@param is_skipped fun(part: ptk.Part): boolean
---@return string?
function M.without(text, parts, is_skipped)
  local lines = lines_of(text)
  for i = #parts, 1, -1 do
    if is_skipped(parts[i]) and not take_out(lines, parts[i]) then
      return nil
    end
  end
  return table.concat(lines)
end

return M
