--- Shows a change as a diff of two windows, the old text on the left and the new text
--- on the right, in a tab page for each file.
local M = {}

local api = vim.api
local format = require('ptk.base.format')

---@class ptk.Sides
---@field path string
---@field old string
---@field new string

---@param text string
---@param path string
---@return integer buf
local function buffer(text, path)
  local buf = api.nvim_create_buf(false, true)
  api.nvim_buf_set_lines(buf, 0, -1, false, vim.split((text:gsub('\n$', '')), '\n', { plain = true }))
  vim.bo[buf].bufhidden, vim.bo[buf].modifiable = 'wipe', false
  vim.bo[buf].filetype = vim.filetype.match({ filename = path, buf = buf }) or ''
  return buf
end

---@param win integer
---@param title string
local function compare(win, title)
  vim.wo[win][0].winbar = ' ' .. title:gsub('%%', '%%%%')
  api.nvim_win_call(win, vim.cmd.diffthis)
end

---@param tabs integer[]
local function close(tabs)
  for _, tab in ipairs(tabs) do
    if api.nvim_tabpage_is_valid(tab) then
      vim.cmd.tabclose(api.nvim_tabpage_get_number(tab))
    end
  end
end

---@param sides ptk.Sides
---@param tabs integer[] the new tab page is added
local function open(sides, tabs)
  local name = format.path(sides.path)
  local old, new = buffer(sides.old, sides.path), buffer(sides.new, sides.path)
  vim.cmd('tab sbuffer ' .. old)
  tabs[#tabs + 1] = api.nvim_get_current_tabpage()
  local left = api.nvim_get_current_win()
  local right = api.nvim_open_win(new, true, { split = 'right', win = left })
  compare(left, name .. ' as it is')
  compare(right, name .. ' as it would be · q closes')
  for _, buf in ipairs({ old, new }) do
    vim.keymap.set('n', 'q', function()
      close(tabs)
    end, { buffer = buf, nowait = true, desc = 'ptk: close' })
  end
end

--- Opens the tab pages and goes to the first; q closes them.
---@param list ptk.Sides[]
function M.show(list)
  local tabs = {}
  for _, sides in ipairs(list) do
    open(sides, tabs)
  end
  if tabs[1] then
    api.nvim_set_current_tabpage(tabs[1])
  end
end

return M
