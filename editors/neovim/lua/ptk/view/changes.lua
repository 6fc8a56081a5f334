--- Marks what the last turn has changed in buffers: highlighted for a moment, then
--- reached by keys.
local M = {}

local api = vim.api
local buffers = require('ptk.editor.buffers')
local config = require('ptk.base.config')
local hunks = require('ptk.base.hunks')

local places = api.nvim_create_namespace('ptk.changes')
local flash = api.nvim_create_namespace('ptk.changes.flash')
local flash_ms = 1000

---@type table<string, string> by conversation: the turn whose changes are marked
local marked = {}

---@type table<integer, fun()> by buffer: removes the maps
local unmap = {}

---@param buf integer
---@param part ptk.Part
---@return boolean whether the buffer holds the new lines of a part
local function holds(buf, part)
  local lines = api.nvim_buf_get_lines(buf, part.at - 1, part.at - 1 + #part.new, false)
  return #lines == #part.new
    and vim.iter(ipairs(part.new)):all(function(i, line)
      return hunks.bare(line) == hunks.bare(lines[i])
    end)
end

---@param buf integer
---@param part ptk.Part
local function mark(buf, part)
  local last = api.nvim_buf_line_count(buf)
  local first = math.min(part.at - 1, last - 1)
  local after = math.min(first + #part.new, last)
  api.nvim_buf_set_extmark(buf, places, first, 0, { end_row = after, invalidate = false, strict = false })
  if #part.new > 0 then
    api.nvim_buf_set_extmark(buf, flash, first, 0, {
      end_row = after,
      hl_group = 'PtkChanged',
      hl_eol = true,
      priority = 1000,
      strict = false,
    })
  end
end

---@param buf integer
local function end_flash(buf)
  vim.defer_fn(function()
    if api.nvim_buf_is_valid(buf) then
      api.nvim_buf_clear_namespace(buf, flash, 0, -1)
    end
  end, flash_ms)
end

--- Returns the lines that the marked turn has changed in a buffer.
---@param buf integer
---@return integer[] lines from 1
function M.lines(buf)
  return vim.tbl_map(function(each)
    return each[2] + 1
  end, api.nvim_buf_get_extmarks(buf, places, 0, -1, {}))
end

--- Goes to the next or previous change in the current buffer; in diff mode to that of
--- the diff.
---@param key ']c'|'[c'
function M.go(key)
  if vim.wo.diff then
    return vim.cmd(('silent! normal! %d%s'):format(vim.v.count1, key))
  end
  local lines, at = M.lines(0), api.nvim_win_get_cursor(0)[1]
  local ahead = vim.tbl_filter(function(line)
    return key == ']c' and line > at or key == '[c' and line < at
  end, lines)
  local index = key == ']c' and vim.v.count1 or #ahead - vim.v.count1 + 1
  local line = ahead[math.max(1, math.min(index, #ahead))]
  if not line then
    return vim.notify('ptk: no further change of the last answer in this file')
  end
  vim.cmd("normal! m'")
  api.nvim_win_set_cursor(0, { line, 0 })
  vim.cmd('normal! zv')
end

--- Maps the keys in a buffer, unless they are mapped already.
---@param buf integer
local function map(buf)
  local mapped = {} ---@type string[]
  for name, key in pairs({ change_next = ']c', change_previous = '[c' }) do
    local plug = ('<Plug>(ptk-%s)'):format(name:gsub('_', '-'))
    local desc = ('ptk: go to the %s change of the last answer'):format(name:sub(#'change_' + 1))
    vim.keymap.set('n', plug, function()
      M.go(key)
    end, { desc = desc })
    local set = config.get().keys[name]
    local keys = type(set) == 'string' and { set } or set or {} --[[@as any]]
    for _, lhs in ipairs(keys) do
      local taken = api.nvim_buf_call(buf, function()
        return vim.fn.maparg(lhs, 'n') ~= ''
      end)
      if not taken then
        vim.keymap.set('n', lhs, plug, { buffer = buf, remap = true, desc = desc })
        mapped[#mapped + 1] = lhs
      end
    end
  end
  unmap[buf] = function()
    for _, lhs in ipairs(mapped) do
      pcall(vim.keymap.del, 'n', lhs, { buffer = buf })
    end
  end
end

--- Removes all marks and maps.
function M.clear()
  marked = {}
  for buf, remove in pairs(unmap) do
    if api.nvim_buf_is_valid(buf) then
      remove()
      api.nvim_buf_clear_namespace(buf, places, 0, -1)
      api.nvim_buf_clear_namespace(buf, flash, 0, -1)
    end
  end
  unmap = {}
end

--- Marks what a tool call has changed. The next turn of a conversation removes the marks
--- of the last one; turns of several conversations may run side by side.
---@param conversation string
---@param turn string
---@param diff ptk.FileDiff
function M.add(conversation, turn, diff)
  if marked[conversation] and marked[conversation] ~= turn then
    M.clear()
  end
  marked[conversation] = turn
  local buf = buffers.buffer_of(diff.uri)
  if not buf then
    return
  end
  for _, part in ipairs(hunks.parts(vim.split((diff.unified:gsub('\n$', '')), '\n', { plain = true }))) do
    if holds(buf, part) then
      mark(buf, part)
    end
  end
  end_flash(buf)
  if not unmap[buf] then
    map(buf)
  end
end

--- Reports whether the changes of a turn are marked.
---@param turn? string
---@return boolean
function M.is_marked(turn)
  return vim.list_contains(vim.tbl_values(marked), turn)
end

--- Marks changes as they are made.
function M.watch()
  api.nvim_create_autocmd('User', {
    group = api.nvim_create_augroup('ptk.changes', {}),
    pattern = 'PtkToolResult',
    callback = function(args)
      if args.data and args.data.diff then
        M.add(args.data.conversation_id or '', args.data.turn_id or '', args.data.diff)
      end
    end,
  })
end

return M
