--- What the server may ask of the editor: files, diagnostics, what the user
--- looks at. Knows nothing of the wire but its shapes.
local M = {}

local columns = require('ptk.columns')
local sync = require('ptk.sync')

---@param buf integer
---@return string
local function line_ending(buf)
  return ({ dos = '\r\n', mac = '\r' })[vim.bo[buf].fileformat] or '\n'
end

---@param buf integer
---@param lines string[]
---@return boolean
local function is_empty_file(buf, lines)
  return #lines == 1
    and lines[1] == ''
    and not vim.bo[buf].modified
    and vim.fn.getfsize(vim.api.nvim_buf_get_name(buf)) <= 0
end

--- The buffer's text as a save would write it, in UTF-8.
---@param buf integer
---@return string
local function text_of(buf)
  local ending = line_ending(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local text = table.concat(lines, ending)
  if vim.bo[buf].endofline and not is_empty_file(buf, lines) then
    text = text .. ending
  end
  return text
end

--- The loaded buffer of a file; 0.10's bufnr() takes names as patterns.
---@param uri string
---@return integer?
function M.buffer_of(uri)
  local path = vim.uri_to_fname(uri)
  for _, buf in ipairs(sync.files()) do
    if vim.uri_from_bufnr(buf) == uri or vim.api.nvim_buf_get_name(buf) == path then
      return buf
    end
  end
end

--- Whether nothing but whole sequences of UTF-8 is left of its high bytes.
---@param text string
---@return boolean
local function is_utf8(text)
  local rest = text
    :gsub('\240[\144-\191][\128-\191][\128-\191]', ' ')
    :gsub('[\241-\244][\128-\191][\128-\191][\128-\191]', ' ')
    :gsub('\224[\160-\191][\128-\191]', ' ')
    :gsub('[\225-\239][\128-\191][\128-\191]', ' ')
    :gsub('[\194-\223][\128-\191]', ' ')
  return not rest:find('[\128-\255]')
end

---@param path string
---@return string? text
---@return string? problem
local function disk_text(path)
  local file, problem = io.open(path, 'rb')
  if not file then
    return nil, problem
  end
  local text, read_problem = file:read('*a')
  file:close()
  if not text then
    return nil, read_problem or (path .. ' is not a file')
  end
  if text:find('\0', 1, true) or not is_utf8(text) then
    return nil, path .. ' is not text in UTF-8'
  end
  return text
end

---@param params ptk.ReadFileParams
---@return ptk.ReadFileResult? result
---@return string? problem
function M.read_file(params)
  local buf = M.buffer_of(params.uri)
  if not buf then
    local text, problem = disk_text(vim.uri_to_fname(params.uri))
    return text and { text = text, dirty = false }, problem
  end
  require('ptk.edits').refresh(buf)
  local filetype = vim.bo[buf].filetype
  return {
    text = text_of(buf),
    version = vim.lsp.util.buf_versions[buf],
    languageId = filetype ~= '' and filetype or 'plaintext',
    dirty = vim.bo[buf].modified,
  }
end

---@param buf integer
---@param row integer
---@param byte integer
---@param encoding string
---@return lsp.Position
local function position(buf, row, byte, encoding)
  if not vim.api.nvim_buf_is_loaded(buf) then
    return { line = row, character = byte }
  end
  local line = vim.api.nvim_buf_get_lines(buf, row, row + 1, false)[1] or ''
  return { line = row, character = columns.from_byte(line, byte, encoding) }
end

---@param diagnostic vim.Diagnostic
---@param encoding string
---@return ptk.Diagnostic
local function as_lsp(diagnostic, encoding)
  local buf = diagnostic.bufnr
  return {
    range = {
      start = position(buf, diagnostic.lnum, diagnostic.col, encoding),
      ['end'] = position(buf, diagnostic.end_lnum or diagnostic.lnum, diagnostic.end_col or diagnostic.col, encoding),
    },
    severity = diagnostic.severity,
    code = diagnostic.code,
    source = diagnostic.source,
    message = diagnostic.message,
  }
end

---@param buf integer
---@param encoding string
---@return ptk.DocumentDiagnostics
local function diagnostics_of(buf, encoding)
  return {
    uri = vim.uri_from_bufnr(buf),
    version = vim.lsp.util.buf_versions[buf],
    diagnostics = vim.tbl_map(function(diagnostic)
      return as_lsp(diagnostic, encoding)
    end, vim.diagnostic.get(buf)),
  }
end

--- The buffers that have diagnostics; a language server finds them in files that
--- are not loaded, too.
---@return integer[]
local function buffers_with_diagnostics()
  local found = {} ---@type table<integer, true>
  for _, diagnostic in ipairs(vim.diagnostic.get()) do
    if sync.stands_for_file(diagnostic.bufnr) then
      found[diagnostic.bufnr] = true
    end
  end
  return vim.fn.sort(vim.tbl_keys(found), 'n')
end

--- Of every source that shows diagnostics here, not only language servers.
---@param params ptk.DiagnosticsParams
---@param encoding string
---@return ptk.DiagnosticsResult
function M.diagnostics(params, encoding)
  local items = {}
  for _, buf in ipairs(buffers_with_diagnostics()) do
    local item = diagnostics_of(buf, encoding)
    if not params.uri or vim.uri_to_fname(item.uri) == vim.uri_to_fname(params.uri) then
      items[#items + 1] = item
    end
  end
  if params.uri and #items == 0 then
    items[1] = { uri = params.uri, diagnostics = {} }
  end
  return { items = items }
end

--- The file window that the user was in last: the cursor may be in the chat.
---@return integer?
function M.file_window()
  local windows = { vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#')) }
  vim.list_extend(windows, vim.api.nvim_tabpage_list_wins(0))
  return vim.iter(windows):find(function(win)
    return win ~= 0 and sync.is_file(vim.api.nvim_win_get_buf(win))
  end)
end

--- The visual selection in the current window, else the cursor.
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
    start = position(buf, first[1], first[2], encoding),
    ['end'] = position(buf, last[1], last[2], encoding),
  }
end

local most_listed = 20

--- The places of the quickfix or location list that is on the screen.
---@return ptk.ListedPlace[]?
local function listed()
  for _, win in ipairs(vim.fn.getwininfo()) do
    if win.quickfix == 1 and win.tabnr == vim.fn.tabpagenr() then
      local items = win.loclist == 1 and vim.fn.getloclist(win.winid) or vim.fn.getqflist()
      local places = {}
      for _, item in ipairs(items) do
        if item.valid == 1 and item.bufnr > 0 and #places < most_listed then
          places[#places + 1] =
            { uri = vim.uri_from_bufnr(item.bufnr), line = math.max(1, item.lnum), text = vim.trim(item.text) }
        end
      end
      return #places > 0 and places or nil
    end
  end
end

---@param encoding string
---@return ptk.EditorContextResult
function M.context(encoding)
  local win = M.file_window()
  local visible = {}
  for _, each in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buf = vim.api.nvim_win_get_buf(each)
    if sync.is_file(buf) then
      visible[vim.uri_from_bufnr(buf)] = true
    end
  end
  local result = {
    visible = vim.tbl_keys(visible),
    open = vim.tbl_map(vim.uri_from_bufnr, sync.files()),
    quickfix = listed(),
  }
  table.sort(result.visible)
  if win then
    local buf = vim.api.nvim_win_get_buf(win)
    result.active = {
      uri = vim.uri_from_bufnr(buf),
      selection = selection(win, encoding),
      languageId = vim.bo[buf].filetype ~= '' and vim.bo[buf].filetype or 'plaintext',
    }
  end
  return result
end

--- These lines as an attachment: by place where the buffer is a file, else as
--- text.
---@param buf integer
---@param first integer from 1
---@param last integer
---@return ptk.Attachment
function M.lines_attachment(buf, first, last)
  if buf == 0 then
    buf = vim.api.nvim_get_current_buf()
  end
  if sync.is_file(buf) then
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
