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
    return vim.str_utfindex(line, encoding --[[@as any]], byte, false)
  end
  local utf32, utf16 = vim.str_utfindex(line, byte --[[@as any]])
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
    return vim.str_byteindex(line, encoding --[[@as any]], column, false)
  end
  local of_0_10 = vim.str_byteindex --[[@as fun(line: string, column: integer, utf16: boolean): integer]]
  local ok, byte = pcall(of_0_10, line, column, encoding == 'utf-16')
  return ok and byte or #line
end

return M
