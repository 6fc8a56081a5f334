--- The workspace of a tab page: the repository that its chat and its server belong to.
local M = {}

local buffers = require('ptk.editor.buffers')
local config = require('ptk.base.config')
local workspace = require('ptk.protocol.workspace')

---@class ptk.TabRoot
---@field key string what determined it
---@field root string

---@type table<integer, ptk.TabRoot> by tab page
local kept = {}

---@type string? the root of all tab pages, if there is one chat for all
local shared

---@param tab integer
---@return integer? buf of the file that is shown in the tab page
local function file_in(tab)
  local windows = { vim.api.nvim_tabpage_get_win(tab) } ---@type integer[]
  if tab == vim.api.nvim_get_current_tabpage() then
    windows[2] = buffers.file_window()
  end
  vim.list_extend(windows, vim.api.nvim_tabpage_list_wins(tab))
  local win = vim.iter(windows):find(function(each)
    return vim.api.nvim_win_get_tabpage(each) == tab and buffers.is_file_buffer(vim.api.nvim_win_get_buf(each))
  end)
  return win and vim.api.nvim_win_get_buf(win)
end

--- What determines the root of a tab page.
---@class ptk.TabPlace
---@field folder string its current folder
---@field own_folder boolean whether the folder is its own (:tcd)
---@field buf? integer of the file that it shows

---@param tab integer
---@return ptk.TabPlace
local function place_of(tab)
  local number = vim.api.nvim_tabpage_get_number(tab)
  local own = vim.fn.haslocaldir(-1, number) == 1
  return { folder = vim.fn.getcwd(-1, number), own_folder = own, buf = file_in(tab) }
end

---@param place ptk.TabPlace
---@param last? string root that the tab page had
---@return string
local function found(place, last)
  local root = workspace.marked_root(place.folder)
  if place.own_folder then
    return root or place.folder
  end
  -- A file of another repository, as after a jump to a definition, does not change the
  -- chat, unless the current folder is in that repository too.
  if last and not (place.buf and root and workspace.marked_root(place.buf) == root) then
    return last
  end
  return workspace.root_of(place.buf or 0)
end

--- Returns the root of a tab page: that of its own folder (:tcd) if it has one, else that
--- of the first file it showed. It looks at the disk only after a change of these, since
--- status lines ask for it.
---@param tab? integer default: the current one
---@return string
function M.of_tab(tab)
  tab = tab or vim.api.nvim_get_current_tabpage()
  if shared and config.get().chats == 'one' then
    return shared
  end
  local place, last = place_of(tab), kept[tab]
  local name = place.buf and vim.api.nvim_buf_get_name(place.buf) or ''
  local key = table.concat({ place.folder, tostring(place.own_folder), name }, '\n')
  if not last or last.key ~= key then
    kept[tab] = { key = key, root = found(place, last and last.root) }
  end
  shared = shared or kept[tab].root
  return config.get().chats == 'one' and shared or kept[tab].root
end

--- Returns the tab pages that show a buffer; the current one if none does.
---@param buf integer
---@return integer[]
function M.tabs_with(buf)
  local tabs = {} ---@type table<integer, true>
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    tabs[vim.api.nvim_win_get_tabpage(win)] = true
  end
  return next(tabs) and vim.tbl_keys(tabs) or { vim.api.nvim_get_current_tabpage() }
end

return M
