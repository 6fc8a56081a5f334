--- The visual selection of the last file window.
local M = {}

local buffers = require('ptk.editor.buffers')

---@class ptk.Selection
---@field first integer[] one corner, as of getpos()
---@field last integer[] the other one
---@field mode string of visualmode()
---@field to_end boolean a block up to the ends of its lines, by $

--- Reports whether the last block was selected up to the ends of its lines. Only
--- selecting it again tells.
---@return boolean
local function was_to_end()
  local view = vim.fn.winsaveview()
  pcall(vim.cmd --[[@as function]], 'noautocmd keepjumps normal! gv\22')
  local column = vim.fn.winsaveview().curswant
  vim.fn.winrestview(view)
  return column == vim.v.maxcol
end

--- Returns the visual selection of a window, which is the current one, or its last one.
---@param is_focused boolean the user is in the window
---@return ptk.Selection?
local function visual(is_focused)
  local mode = vim.fn.mode()
  if is_focused and mode:match('^[vV\22]$') then
    return {
      first = vim.fn.getpos('v'),
      last = vim.fn.getpos('.'),
      mode = mode,
      to_end = vim.fn.winsaveview().curswant == vim.v.maxcol,
    }
  end
  local first, last = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  if first[2] > 0 and last[2] > 0 then
    mode = vim.fn.visualmode()
    return { first = first, last = last, mode = mode, to_end = mode == '\22' and was_to_end() }
  end
end

--- Returns the rest of lines from a screen column on.
---@param from integer line
---@param to integer line
---@param left integer from 1
---@return string[]
local function lines_from(from, to, left)
  local lines = {}
  for line = from, to do
    local text = ''
    if vim.fn.virtcol({ line, '$' }) > left then
      local byte = vim.fn.virtcol2col(0, line, left)
      local first, last = unpack(vim.fn.virtcol({ line, byte }, true) --[[@as integer[] ]])
      text = (vim.fn.getline(line) --[[@as string]]):sub(byte)
      if first < left then -- a tab that begins before
        text = (' '):rep(last - left + 1) .. text:sub(2)
      end
    end
    lines[#lines + 1] = text
  end
  return lines
end

--- Returns the selected text, exactly.
---@param selected ptk.Selection
---@return string[]?
local function region(selected)
  local first, last, mode = selected.first, selected.last, selected.mode
  if mode == '\22' and selected.to_end then
    local left =
      math.min(vim.fn.virtcol({ first[2], first[3] }, true)[1], vim.fn.virtcol({ last[2], last[3] }, true)[1])
    return lines_from(math.min(first[2], last[2]), math.max(first[2], last[2]), left)
  end
  local ok, lines = pcall(vim.fn.getregion, first, last, { type = mode })
  return ok and lines or nil
end

--- Returns the selection as an attachment: whole lines as lines of the file, others as
--- exact text.
---@return ptk.Attachment?
function M.attachment()
  local win = buffers.file_window()
  if not win then
    return nil
  end
  local is_focused = win == vim.api.nvim_get_current_win()
  return vim.api.nvim_win_call(win, function()
    local selected = visual(is_focused)
    if not selected then
      return
    end
    local end_of_file = vim.fn.line('$')
    selected.first[2] = math.min(selected.first[2], end_of_file)
    selected.last[2] = math.min(selected.last[2], end_of_file)
    local from = math.min(selected.first[2], selected.last[2])
    local to = math.max(selected.first[2], selected.last[2])
    if selected.mode == 'V' then
      return {
        uri = vim.uri_from_bufnr(vim.api.nvim_win_get_buf(win)),
        range = { start = { line = from - 1, character = 0 }, ['end'] = { line = to, character = 0 } },
      }
    end
    local lines = region(selected)
    local place = ('%s:%d-%d'):format(buffers.path_of(0), from, to)
    return lines and { name = 'selection of ' .. place, text = table.concat(lines, '\n') }
  end)
end

return M
