--- Validates the arguments of the public functions.
local M = {}

local nearest = require('ptk.base.nearest')

local modern = vim.fn.has('nvim-0.11') == 1

---@param where string name of the function
---@param problem string
local function fail(where, problem)
  error(('ptk.%s: %s'):format(where, problem), 0)
end

--- Raises an error unless a value has the type.
---@param where string name of the function, such as "ask"
---@param name string of the argument
---@param value any
---@param wanted string such as "string"
---@param optional? boolean the value may be nil
function M.type(where, name, value, wanted, optional)
  local ok, problem
  if modern then
    ok, problem = pcall(vim.validate, name, value, wanted --[[@as vim.validate.Validator]], optional)
  else
    local of_0_10 = vim.validate --[[@as fun(specs: table)]]
    ok, problem = pcall(of_0_10, { [name] = { value, wanted, optional } })
  end
  if not ok then
    fail(where, problem --[[@as string]])
  end
end

--- Raises an error unless a value is one of the words, or nil.
---@param where string
---@param name string of the argument
---@param value any
---@param words string[]
function M.one_of(where, name, value, words)
  if value == nil or vim.list_contains(words, value) then
    return
  end
  local hint = type(value) == 'string' and nearest.hint(value, words) or ''
  fail(where, ('%s: expected %s, got %s%s'):format(name, table.concat(words, ', '), vim.inspect(value), hint))
end

--- Raises an error if a table has fields of other names or types.
---@param where string
---@param options? table
---@param fields table<string, string> their types by their names
function M.options(where, options, fields)
  M.type(where, 'options', options, 'table', true)
  for name, value in pairs(options or {}) do
    if not fields[name] then
      local hint = nearest.hint(tostring(name), vim.tbl_keys(fields))
      fail(where, ('there is no option %s%s'):format(tostring(name), hint))
    end
    M.type(where, name, value, fields[name])
  end
end

--- Raises an error unless a value is nil or the first and the last line of a buffer.
---@param where string
---@param range any
function M.range(where, range)
  if range == nil then
    return
  end
  local first, last = unpack(type(range) == 'table' and range or {}, 1, 2)
  if type(first) ~= 'number' or type(last) ~= 'number' or first < 1 or last < first then
    fail(where, 'range: expected the first and the last line, such as { 1, 3 }, got ' .. vim.inspect(range))
  elseif last > vim.api.nvim_buf_line_count(0) then
    fail(where, ('range: the buffer has only %d lines'):format(vim.api.nvim_buf_line_count(0)))
  end
end

return M
