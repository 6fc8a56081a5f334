--- Splits a unified diff into parts, so that the user can skip some of them. A part
--- is a run of changed lines.
local M = {}

---@class ptk.Part
---@field first integer its first line in the diff, from 1
---@field last integer
---@field hunk integer line of its @@ in the diff
---@field at integer line of the new text at which it begins, from 1
---@field old_at integer line of the old text at which it begins, from 1
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
        local at = numbers[i] --[[@as integer]]
        part = { first = i, last = i, hunk = hunk, at = at, old_at = 0, old = {}, new = {} }
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
  local shift = 0
  for _, each in ipairs(parts) do
    each.old_at = each.at - shift
    shift = shift + #each.new - #each.old
  end
  return parts
end

---@param text string
---@return string[] lines with their line ends
function M.lines_of(text)
  local lines = {}
  for line in text:gmatch('[^\n]*\n?') do
    lines[#lines + 1] = line ~= '' and line or nil
  end
  return lines
end

---@param line string
---@return string the line without its line end
function M.bare(line)
  return (line:gsub('\r?\n?$', ''))
end

--- Reports whether a list of lines holds other lines at a place; line ends may differ.
---@param lines string[]
---@param at integer from 1
---@param part string[]
---@return boolean
local function holds(lines, at, part)
  for i, line in ipairs(part) do
    if not lines[at + i - 1] or M.bare(lines[at + i - 1]) ~= M.bare(line) then
      return false
    end
  end
  return true
end

--- Adds lines to a list, with the line ends of a sample.
---@param list string[]
---@param lines string[]
---@param sample string
local function add(list, lines, sample)
  local returns = sample:match('\r\n$') ~= nil
  for _, line in ipairs(lines) do
    if list[#list] and not list[#list]:match('\n$') then
      list[#list] = list[#list] .. (returns and '\r\n' or '\n')
    end
    if returns and not line:match('\r\n$') then
      line = line:gsub('\n$', '\r\n')
    end
    list[#list + 1] = line
  end
end

--- Returns the new text of a file with other lines in some parts of its diff; nil if
--- the diff does not belong to the text.
---@param text string
---@param parts ptk.Part[] of the diff, first to last
---@param wanted fun(part: ptk.Part): string[]? the lines of a part; nil for the new ones
---@return string?
function M.replace(text, parts, wanted)
  local lines, result, at = M.lines_of(text), {}, 1
  for _, part in ipairs(parts) do
    local other = wanted(part)
    if other then
      if not holds(lines, part.at, part.new) then
        return nil
      end
      vim.list_extend(result, lines, at, part.at - 1)
      add(result, other, lines[part.at] or lines[1] or '')
      at = part.at + #part.new
    end
  end
  vim.list_extend(result, lines, at)
  return table.concat(result)
end

--- Returns the new text of a file without the skipped parts of its diff; nil if the
--- diff does not belong to the text.
---@param text string
---@param parts ptk.Part[] as ordered in the diff
---@param is_skipped fun(part: ptk.Part): boolean
---@return string?
function M.without(text, parts, is_skipped)
  return M.replace(text, parts, function(part)
    return is_skipped(part) and part.old or nil
  end)
end

return M
