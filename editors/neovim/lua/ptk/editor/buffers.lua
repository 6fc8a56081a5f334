--- The buffers and windows that show files.
local M = {}

local columns = require('ptk.base.columns')

--- Reports whether a buffer belongs to a file, loaded or not.
---@param buf integer
---@return boolean
function M.is_file_buffer(buf)
  local name = vim.api.nvim_buf_get_name(buf)
  return vim.bo[buf].buftype == '' and name ~= '' and not name:match('^%a[%w+.-]+://')
end

---@param buf integer
---@return string path relative to the current folder
function M.path_of(buf)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':.')
end

---@param buf integer
---@return boolean
function M.is_loaded_file(buf)
  return vim.api.nvim_buf_is_loaded(buf) and M.is_file_buffer(buf)
end

---@return integer[]
function M.loaded_files()
  return vim.tbl_filter(M.is_loaded_file, vim.api.nvim_list_bufs())
end

--- Returns the loaded buffer of a file. In Neovim 0.10 bufnr() would take the name as a
--- pattern.
---@param uri string
---@return integer?
function M.buffer_of(uri)
  local path = vim.uri_to_fname(uri)
  for _, buf in ipairs(M.loaded_files()) do
    if vim.uri_from_bufnr(buf) == uri or vim.api.nvim_buf_get_name(buf) == path then
      return buf
    end
  end
end

--- Edits a file in the current window. Nothing in its name is expanded.
---@param path string
function M.edit(path)
  vim.api.nvim_cmd({ cmd = 'edit', args = { path }, magic = { file = false, bar = false } }, {})
end

--- Converts a byte position to LSP; a buffer that is not loaded keeps bytes.
---@param buf integer
---@param row integer
---@param byte integer
---@param encoding string
---@return lsp.Position
function M.position(buf, row, byte, encoding)
  if not vim.api.nvim_buf_is_loaded(buf) then
    return { line = row, character = byte }
  end
  local line = vim.api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ''
  return { line = row, character = columns.from_byte(line, byte, encoding) }
end

---@type integer[] windows by their last use, the last one first
local used = {}

---@param win integer
---@return boolean
local function shows_file(win)
  return vim.api.nvim_win_is_valid(win) and M.is_loaded_file(vim.api.nvim_win_get_buf(win))
end

--- Records which windows are used.
function M.track_windows()
  local function record()
    local win = vim.api.nvim_get_current_win()
    if shows_file(win) then
      used = vim
        .iter(used)
        :filter(function(other)
          return other ~= win and vim.api.nvim_win_is_valid(other)
        end)
        :totable()
      table.insert(used, 1, win)
    end
  end
  vim.api.nvim_create_autocmd({ 'WinEnter', 'BufEnter' }, {
    group = vim.api.nvim_create_augroup('ptk.windows', {}),
    callback = record,
  })
  record()
end

--- Returns the window of the last file: the cursor may be in the chat. Windows of the
--- current tab page come first, floats last.
---@return integer?
function M.file_window()
  local tab = vim.api.nvim_get_current_tabpage()
  local here = vim.tbl_filter(function(win)
    return vim.api.nvim_win_is_valid(win) and vim.api.nvim_win_get_tabpage(win) == tab
  end, used)
  local windows = { vim.api.nvim_get_current_win() }
  vim.list_extend(windows, here)
  vim.list_extend(windows, { vim.fn.win_getid(vim.fn.winnr('#')) })
  vim.list_extend(windows, vim.api.nvim_tabpage_list_wins(0))
  vim.list_extend(windows, used)
  if shows_file(windows[1]) then
    return windows[1]
  end
  return vim.iter(windows):find(function(win)
    return shows_file(win) and vim.api.nvim_win_get_config(win).relative == ''
  end) or vim.iter(windows):find(shows_file)
end

return M
