--- The workspace of a tab page: the repository that its chat and its server belong to.
local M = {}

local buffers = require('ptk.editor.buffers')
local config = require('ptk.base.config')
local workspace = require('ptk.protocol.workspace')

---@type table<integer, string> the root that a tab page had last
local kept = {}

---@type string? the root of all tab pages, if there is one chat for all
local shared

---@param tab integer
---@return integer? buf of the file that is shown in the tab page
local function file_in(tab)
  local windows = { vim.api.nvim_tabpage_get_win(tab) }
  if tab == vim.api.nvim_get_current_tabpage() then
    windows[2] = buffers.file_window()
  end
  vim.list_extend(windows, vim.api.nvim_tabpage_list_wins(tab))
  local win = vim.iter(windows):find(function(each)
    return vim.api.nvim_win_get_tabpage(each) == tab and buffers.is_file_buffer(vim.api.nvim_win_get_buf(each))
  end)
  return win and vim.api.nvim_win_get_buf(win)
end

--- Returns the root that the files and the current folder of a tab page name now.
---@param tab integer
---@return string
local function found(tab)
  local number = vim.api.nvim_tabpage_get_number(tab)
  local folder = vim.fn.getcwd(-1, number)
  local root = workspace.marked_root(folder)
  if vim.fn.haslocaldir(-1, number) == 1 then
    return root or folder
  end
  local buf, last = file_in(tab), kept[tab]
  -- A file of another repository, as after a jump to a definition, does not change the
  -- chat, unless the current folder is in that repository too.
  if last and not (buf and root and workspace.marked_root(buf) == root) then
    return last
  end
  return workspace.root_of(buf or 0)
end

--- Returns the root of a tab page: that of its own folder (:tcd) if it has one, else that
--- of the first file it showed.
---@param tab? integer default: the current one
---@return string
function M.of_tab(tab)
  tab = tab or vim.api.nvim_get_current_tabpage()
  if config.get().chats == 'one' then
    shared = shared or found(tab)
    return shared
  end
  kept[tab] = found(tab)
  return kept[tab]
end

--- Returns the tab pages that show a buffer; the current one if none does.
---@param buf integer
---@return integer[]
function M.tabs_with(buf)
  local tabs = {}
  for _, win in ipairs(vim.fn.win_findbuf(buf)) do
    tabs[vim.api.nvim_win_get_tabpage(win)] = true
  end
  return next(tabs) and vim.tbl_keys(tabs) or { vim.api.nvim_get_current_tabpage() }
end

return M
