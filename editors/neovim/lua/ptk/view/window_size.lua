--- The size of the chat's window: a part of the screen, as configured or as the user has
--- made it. It is kept when the screen is resized, in other tab pages and in later sessions.
local M = {}

local api = vim.api
local config = require('ptk.base.config')
local store = require('ptk.state.store')

local file = 'window.json'
local least_part, most_part = 0.1, 0.9

--- The smallest width, if that is at most half of the screen.
local min_columns = 40

--- On a screen of fewer columns the chat opens below the file.
local min_screen = 50

---@class ptk.WindowSizes
---@field width? number part of the screen
---@field height? number part of the screen
---@field configured? number the option at that time; another one replaces the sizes

---@type ptk.WindowSizes?
local sizes

---@type table<integer, string> the screen and the windows of a tab page when its chat had its size
local fitted = {}

---@return ptk.WindowConfig
local function options()
  return config.get().window --[[@as ptk.WindowConfig]]
end

---@return ptk.WindowSizes
local function known()
  sizes = sizes or store.read(file)
  if sizes.configured ~= options().size then
    sizes = { configured = options().size }
  end
  return sizes
end

---@param axis 'width'|'height'
---@return number
local function part(axis)
  local set = known()[axis]
  return type(set) == 'number' and set >= least_part and set <= most_part and set or options().size
end

---@return integer
function M.width()
  local least = math.min(min_columns, math.floor(vim.o.columns / 2))
  return math.max(math.floor(vim.o.columns * part('width') + 0.5), least)
end

---@return integer
function M.height()
  return math.max(math.floor(vim.o.lines * part('height') + 0.5), 3)
end

---@return 'right'|'left'|'top'|'bottom'|'float'|'tab'
function M.position()
  local position = options().position
  local narrow = vim.o.columns < min_screen and (position == 'left' or position == 'right')
  return narrow and 'bottom' or position
end

--- Returns the configuration of a chat in a float.
---@return vim.api.keyset.win_config
function M.float()
  local least = vim.o.columns < 80 and 0.9 or 0.6 ---@type number
  local width = math.max(1, math.floor(vim.o.columns * math.max(options().size, least)))
  local height = math.max(1, math.floor(vim.o.lines * 0.8) - 2)
  return {
    relative = 'editor',
    width = math.min(width, vim.o.columns - 2),
    height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2)),
    border = 'rounded',
    title = ' ptk ',
  }
end

---@param win integer
---@return 'width'|'height'|nil axis along which the window has a neighbour; nil for a float
local function axis_of(win)
  if api.nvim_win_get_config(win).relative ~= '' then
    return nil
  elseif api.nvim_win_get_width(win) < vim.o.columns then
    return 'width'
  end
  local others = vim.tbl_filter(function(other)
    return api.nvim_win_get_config(other).relative == ''
  end, api.nvim_tabpage_list_wins(api.nvim_win_get_tabpage(win)))
  return #others > 1 and 'height' or nil
end

---@param tab integer
---@return string
local function layout(tab)
  local windows = vim.tbl_filter(function(win)
    return api.nvim_win_get_config(win).relative == ''
  end, api.nvim_tabpage_list_wins(tab))
  return ('%d×%d %d'):format(vim.o.columns, vim.o.lines, #windows)
end

--- Keeps the size of a window while others are opened or closed.
---@param win integer
function M.fix(win)
  local axis = axis_of(win)
  local wo = vim.wo[win][0]
  wo.winfixwidth, wo.winfixheight = axis == 'width', axis == 'height'
end

---@param tab integer
---@return integer[] windows of chats
local function windows(tab)
  return vim.tbl_filter(function(win)
    return vim.bo[api.nvim_win_get_buf(win)].filetype == 'ptk'
  end, api.nvim_tabpage_list_wins(tab))
end

--- Gives the windows of the current tab page their part of a screen that has another size.
local function fit()
  local tab = api.nvim_get_current_tabpage()
  local screen = ('%d×%d '):format(vim.o.columns, vim.o.lines)
  if vim.startswith(fitted[tab] or screen, screen) then
    return
  end
  for _, win in ipairs(windows(tab)) do
    local axis = axis_of(win)
    if axis == 'width' then
      api.nvim_win_set_width(win, M.width())
    elseif axis == 'height' then
      api.nvim_win_set_height(win, M.height())
    elseif api.nvim_win_get_config(win).relative ~= '' then
      api.nvim_win_set_config(win, M.float())
    end
    M.fix(win)
  end
  fitted[tab] = layout(tab)
end

--- Remembers the size that the user has given to a window.
local function record()
  local tab = api.nvim_get_current_tabpage()
  local now = layout(tab)
  local by_user = fitted[tab] == now
  for _, win in ipairs(windows(tab)) do
    local axis = axis_of(win)
    if by_user and axis == 'width' and api.nvim_win_get_width(win) ~= M.width() then
      known().width = api.nvim_win_get_width(win) / vim.o.columns
    elseif by_user and axis == 'height' and api.nvim_win_get_height(win) ~= M.height() then
      known().height = api.nvim_win_get_height(win) / vim.o.lines
    elseif not by_user then -- windows were opened or closed
      M.fix(win)
    end
  end
  if vim.startswith(fitted[tab] or '', ('%d×%d '):format(vim.o.columns, vim.o.lines)) then
    fitted[tab] = now
  end
end

--- Begins to watch the sizes in the current tab page, after a chat has been opened there.
function M.watch()
  fitted[api.nvim_get_current_tabpage()] = layout(api.nvim_get_current_tabpage())
  local group = api.nvim_create_augroup('ptk.window_size', {})
  api.nvim_create_autocmd({ 'VimResized', 'TabEnter' }, { group = group, callback = fit })
  api.nvim_create_autocmd('WinResized', { group = group, callback = record })
  api.nvim_create_autocmd('VimLeavePre', {
    group = group,
    callback = function()
      if known().width or known().height then
        store.write(file, known())
      end
    end,
  })
end

return M
