--- Converts columns between bytes, which Neovim counts, and the units of language
--- servers.
local M = {}

local modern = vim.fn.has('nvim-0.11') == 1

---@param line string
---@param byte integer
---@param encoding string
---@return integer
function M.from_byte(line, byte, encoding)
  byte = math.min(math.max(byte, 0), #line)
  if encoding == 'utf-8' then
    return byte
  end
  if modern then
    return vim.str_utfindex(line, encoding, byte, false)
  end
  local utf32, utf16 = vim.str_utfindex(line, byte)
  return encoding == 'utf-32' and utf32 or utf16
end

---@param line string
---@param column integer
---@param encoding string
---@return integer
function M.to_byte(line, column, encoding)
  if encoding == 'utf-8' then
    return math.min(column, #line)
  end
  if modern then
    return vim.str_byteindex(line, encoding, column, false)
  end
  local ok, byte = pcall(vim.str_byteindex, line, column, encoding == 'utf-16')
  return ok and byte or #line
end

return M
