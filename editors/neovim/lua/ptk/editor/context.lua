--- What the user looks at: the active file, the selection, the visible files.
local M = {}

local buffers = require('ptk.editor.buffers')

--- Returns the visual selection in the current window, else the cursor.
---@param win integer
---@return lsp.Range
local function selection(win, encoding)
  local buf = vim.api.nvim_win_get_buf(win)
  local cursor = vim.api.nvim_win_get_cursor(win)
  local first, last = { cursor[1] - 1, cursor[2] }, { cursor[1] - 1, cursor[2] }
  local mode = vim.fn.mode()
  if win == vim.api.nvim_get_current_win() and mode:match('^[vV\22]') then
    local other = vim.fn.getpos('v')
    local start = { other[2] - 1, other[3] - 1 }
    if start[1] > last[1] or (start[1] == last[1] and start[2] > last[2]) then
      first, last = last, start
    else
      first = start
    end
    if mode == 'V' then
      first[2], last[2] = 0, math.huge
    else
      last[2] = last[2] + 1
    end
  end
  return {
    start = buffers.position(buf, first[1], first[2], encoding),
    ['end'] = buffers.position(buf, last[1], last[2], encoding),
  }
end

local max_listed = 20

--- Returns the entries of the quickfix or location list that is visible.
---@return ptk.ListedPlace[]?
local function listed()
  for _, win in ipairs(vim.fn.getwininfo()) do
    if win.quickfix == 1 and win.tabnr == vim.fn.tabpagenr() then
      local items = win.loclist == 1 and vim.fn.getloclist(win.winid) or vim.fn.getqflist()
      local places = {}
      for _, item in ipairs(items) do
        if item.valid == 1 and item.bufnr > 0 and #places < max_listed then
          places[#places + 1] =
            { uri = vim.uri_from_bufnr(item.bufnr), line = math.max(1, item.lnum), text = vim.trim(item.text) }
        end
      end
      return #places > 0 and places or nil
    end
  end
end

--- Returns what the user looks at.
---@param encoding string
---@return ptk.EditorContextResult
function M.current(encoding)
  local win = buffers.file_window()
  local visible = {}
  local windows = vim.api.nvim_tabpage_list_wins(0)
  if win and not vim.list_contains(windows, win) then -- the chat has a tab page of its own
    windows = vim.api.nvim_tabpage_list_wins(vim.api.nvim_win_get_tabpage(win))
  end
  for _, each in ipairs(windows) do
    local buf = vim.api.nvim_win_get_buf(each)
    if buffers.is_loaded_file(buf) then
      visible[vim.uri_from_bufnr(buf)] = true
    end
  end
  local result = {
    visible = vim.tbl_keys(visible),
    open = vim.tbl_map(vim.uri_from_bufnr, buffers.loaded_files()),
    quickfix = listed(),
  } --[[@as ptk.EditorContextResult]]
  table.sort(result.visible)
  if win then
    local buf = vim.api.nvim_win_get_buf(win)
    result.active = {
      uri = vim.uri_from_bufnr(buf),
      selection = selection(win, encoding),
      languageId = vim.bo[buf].filetype ~= '' and vim.bo[buf].filetype or 'plaintext',
    } --[[@as ptk.ActiveDocument]]
  end
  return result
end

--- Returns lines as an attachment: a range of a file, or the text of another buffer.
---@param buf integer
---@param first integer from 1
---@param last integer
---@return ptk.Attachment
function M.lines_attachment(buf, first, last)
  if buf == 0 then
    buf = vim.api.nvim_get_current_buf()
  end
  if buffers.is_loaded_file(buf) then
    return {
      uri = vim.uri_from_bufnr(buf),
      range = { start = { line = first - 1, character = 0 }, ['end'] = { line = last, character = 0 } },
    }
  end
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':t')
  return {
    name = name ~= '' and name or 'buffer',
    text = table.concat(vim.api.nvim_buf_get_lines(buf, first - 1, last, false), '\n'),
  }
end

return M
