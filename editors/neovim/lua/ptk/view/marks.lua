--- Copies extmarks from one buffer to another.
local M = {}

local api = vim.api

--- The fields of an extmark that are copied to another buffer.
local copied_fields =
  { 'end_row', 'end_col', 'hl_group', 'priority', 'right_gravity', 'end_right_gravity', 'virt_text' }

---@param from integer buffer
---@param to integer
---@param space integer namespace
---@param before? integer copies the marks up to this row, with new ids
---@return table<integer, integer> ids of the copies
function M.copy(from, to, space, before)
  local ids = {}
  local last = before and { before, -1 } or -1
  for _, mark in ipairs(api.nvim_buf_get_extmarks(from, space, 0, last, { details = true })) do
    local id, row, column, details = unpack(mark)
    local options = { id = not before and id or nil, strict = false }
    for _, field in ipairs(copied_fields) do
      options[field] = details[field]
    end
    ids[id] = api.nvim_buf_set_extmark(to, space, row, column, options)
  end
  return ids
end

return M
