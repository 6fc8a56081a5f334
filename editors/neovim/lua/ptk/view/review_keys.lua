--- The keys of a review: mapped in the buffer of its file while the review is on, each
--- to a <Plug> map. Afterwards the buffer's own maps are as before.
local M = {}

local config = require('ptk.base.config')

---@class ptk.ReviewKey
---@field name string of the option in setup{ keys = … }, without "review_"
---@field what string
---@field short string

--- In the order of the help.
---@type ptk.ReviewKey[]
M.all = {
  { name = 'next', what = 'go to the next change', short = 'next' },
  { name = 'previous', what = 'go to the previous change', short = 'previous' },
  { name = 'accept', what = 'accept the change', short = 'accept' },
  { name = 'reject', what = 'reject the change', short = 'reject' },
  { name = 'edit', what = 'edit the new text of the change', short = 'edit' },
  { name = 'accept_all', what = 'accept the changes of the file that are not decided yet', short = 'accept the rest' },
  { name = 'reject_all', what = 'reject all changes of the file', short = 'reject all' },
  { name = 'next_file', what = 'go to the next file', short = 'next file' },
  { name = 'previous_file', what = 'go to the previous file', short = 'previous file' },
  { name = 'sides', what = 'show the file side by side', short = 'sides' },
  { name = 'leave', what = 'leave the review; it waits', short = 'leave' },
  { name = 'help', what = 'show these keys', short = 'keys' },
}

---@param name string
---@return string[]
function M.keys_of(name)
  local set = config.get().keys['review_' .. name]
  return type(set) == 'string' and { set } or set or {} --[[@as any]]
end

--- Returns a key and what it does in a word or two; nil if it is turned off.
---@param name string
---@param what? string
---@return {key: string, what: string}?
function M.hint(name, what)
  local key = M.keys_of(name)[1]
  local found = vim.iter(M.all):find(function(each)
    return each.name == name
  end)
  return key and { key = key, what = what or found.short }
end

---@return string[] lines of the help
function M.help()
  local lines = {}
  for _, key in ipairs(M.all) do
    for _, lhs in ipairs(M.keys_of(key.name)) do
      lines[#lines + 1] = ('%-6s %s'):format(lhs, key.what)
    end
  end
  return lines
end

---@param buf integer
---@param lhs string
---@return table<string, any>? the map of the buffer, not a global one
local function map_of(buf, lhs)
  return vim.api.nvim_buf_call(buf, function()
    local map = vim.fn.maparg(lhs, 'n', false, true)
    return map.buffer == 1 and map or nil
  end)
end

--- Maps the keys and returns a function that restores the buffer's maps.
---@param buf integer
---@param run fun(name: string)
---@param names? string[] default: all
---@return fun() restore
function M.map(buf, run, names)
  local undo = {} ---@type fun()[]
  local function map(lhs, rhs, what)
    local before, desc = map_of(buf, lhs), 'ptk: ' .. what
    vim.keymap.set('n', lhs, rhs, { buffer = buf, desc = desc, remap = type(rhs) == 'string' })
    table.insert(undo, 1, function()
      local now = map_of(buf, lhs)
      if not now or now.desc ~= desc then
        return -- the user has removed or replaced it
      end
      vim.keymap.del('n', lhs, { buffer = buf })
      if before then
        vim.api.nvim_buf_call(buf, function()
          vim.fn.mapset('n', false, before)
        end)
      end
    end)
  end
  for _, key in ipairs(M.all) do
    if not names or vim.list_contains(names, key.name) then
      local plug = ('<Plug>(ptk-review-%s)'):format(key.name:gsub('_', '-'))
      map(plug, function()
        run(key.name)
      end, key.what)
      for _, lhs in ipairs(M.keys_of(key.name)) do
        map(lhs, plug, key.what)
      end
    end
  end
  return function()
    if vim.api.nvim_buf_is_loaded(buf) then
      for _, each in ipairs(undo) do
        each()
      end
    end
  end
end

return M
