--- Makes text safe to display: characters that hide, move or reorder the text around
--- them are replaced by marks. Nothing is dropped. The server and VS Code do the
--- same; workspace/visible/testdata/marks.json tests all three.
local M = {}

local newline, joiner, hidden = 1, 2, 3

--- Sorted ranges of code points that are always replaced.
local never = {
  { 0x00, 0x08 },
  { 0x0B, 0x1F },
  { 0x7F, 0x9F },
  { 0x034F, 0x034F },
  { 0x115F, 0x1160 },
  { 0x17B4, 0x17B5 },
  { 0x180B, 0x180F },
  { 0x200B, 0x200B },
  { 0x2028, 0x202E },
  { 0x2060, 0x206F },
  { 0x2800, 0x2800 },
  { 0x3164, 0x3164 },
  { 0xD800, 0xDFFF },
  { 0xFE00, 0xFE0F },
  { 0xFEFF, 0xFEFF },
  { 0xFFA0, 0xFFA0 },
  { 0xFFF0, 0xFFFC },
  { 0x13430, 0x1343F },
  { 0x1BCA0, 0x1BCA3 },
  { 0x1D173, 0x1D17A },
  { 0xE0000, 0xE0FFF },
}

--- Sorted ranges of blanks other than the space, joiners and direction marks, which
--- some languages need.
local joiners = {
  { 0xA0, 0xA0 },
  { 0xAD, 0xAD },
  { 0x061C, 0x061C },
  { 0x1680, 0x1680 },
  { 0x2000, 0x200A },
  { 0x200C, 0x200F },
  { 0x202F, 0x202F },
  { 0x205F, 0x205F },
  { 0x3000, 0x3000 },
}

--- Sorted ranges of characters that an emoji may begin with.
local pictographs = {
  { 0xA9, 0xA9 },
  { 0xAE, 0xAE },
  { 0x203C, 0x203C },
  { 0x2049, 0x2049 },
  { 0x2122, 0x2122 },
  { 0x2139, 0x2139 },
  { 0x2190, 0x27FF },
  { 0x2900, 0x2BFF },
  { 0x3030, 0x3030 },
  { 0x303D, 0x303D },
  { 0x3297, 0x3297 },
  { 0x3299, 0x3299 },
  { 0x1F000, 0x1FAFF },
}

---@param ranges integer[][]
---@param code integer
---@return boolean
local function within(ranges, code)
  for _, range in ipairs(ranges) do
    if code <= range[2] then
      return code >= range[1]
    end
  end
  return false
end

---@param code integer
---@return integer kind 0 if it is visible
local function kind_of(code)
  if code == 0x0A or code == 0x09 then
    return newline
  elseif within(never, code) then
    return hidden
  end
  return within(joiners, code) and joiner or 0
end

--- Decodes the character at a byte. The code is nil if the bytes are not UTF-8.
---@param text string
---@param at integer
---@return integer? code
---@return integer bytes
local function decode(text, at)
  local first = text:byte(at)
  if not first then
    return nil, 0
  elseif first < 0x80 then
    return first, 1
  end
  local length = first >= 0xF0 and 4 or first >= 0xE0 and 3 or first >= 0xC2 and 2 or 0
  if length == 0 or first > 0xF4 or #text < at + length - 1 then
    return nil, 1
  end
  local code = first % 2 ^ (7 - length)
  for i = at + 1, at + length - 1 do
    local byte = text:byte(i)
    if byte < 0x80 or byte > 0xBF then
      return nil, 1
    end
    code = code * 64 + byte % 64
  end
  local least = ({ 0x80, 0x800, 0x10000 })[length - 1]
  if code < least or code > 0x10FFFF or (code >= 0xD800 and code <= 0xDFFF) then
    return nil, 1
  end
  return code, length
end

--- Reports whether a character stays because it is part of a line end or an emoji.
---@param code integer
---@param before? integer
---@param text string
---@param after integer byte of the next character
---@param most integer
---@return boolean
local function stays(code, before, text, after, most)
  if code == 0x0D then
    return most >= newline and text:byte(after) == 0x0A
  elseif not before then
    return false
  elseif code == 0xFE0E or code == 0xFE0F then
    return within(pictographs, before) or before == 0x23 or before == 0x2A or (before >= 0x30 and before <= 0x39)
  elseif code == 0x200D then
    local next_code = decode(text, after)
    return (before == 0xFE0F or within(pictographs, before)) and next_code ~= nil and within(pictographs, next_code)
  end
  return false
end

---@param code integer
---@return string
local function mark(code)
  if code < 0x20 then
    return vim.fn.nr2char(0x2400 + code)
  end
  return code == 0x7F and '␡' or ('⟨U+%04X⟩'):format(code)
end

---@param text string
---@param most integer the highest kind that stays
---@return string
local function marked(text, most)
  if not text:find('[^\32-\126]') then
    return text
  end
  local parts, at, before = {}, 1, nil ---@type string[], integer, integer?
  while at <= #text do
    local plain = text:match('^[\32-\126]+', at)
    if plain then
      parts[#parts + 1] = plain
      at, before = at + #plain, plain:byte(-1)
    else
      local code, bytes = decode(text, at)
      if not code then
        parts[#parts + 1] = ('⟨0x%02X⟩'):format(text:byte(at))
      elseif kind_of(code) <= most or stays(code, before, text, at + bytes, most) then
        parts[#parts + 1] = text:sub(at, at + bytes - 1)
      else
        parts[#parts + 1] = mark(code)
      end
      at, before = at + bytes, code
    end
  end
  return table.concat(parts)
end

--- Marks a title, name, path or label; newlines and tabs are marked too.
---@param text string
---@return string
function M.line(text)
  return marked(text, 0)
end

--- Marks commands, changes and other text that must be read exactly.
---@param text string
---@return string
function M.text(text)
  return marked(text, newline)
end

--- Marks text written by people and models.
---@param text string
---@return string
function M.prose(text)
  return marked(text, joiner)
end

--- Returns the marked lines of a text, without line ends.
---@param text string
---@return string[]
function M.lines(text)
  return vim.tbl_map(function(line)
    return (line:gsub('\r$', ''))
  end, vim.split((M.text(text):gsub('\n$', '')), '\n', { plain = true }))
end

return M
