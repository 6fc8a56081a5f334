--- A float with text to read.
local M = {}

local api = vim.api
local visible = require('ptk.base.visible')

---@type fun()? closes the visible float
local close_shown

---@class ptk.Float
---@field title string
---@field lines string[]
---@field filetype? string
---@field keys? table<string, {what: string, run: fun(row: integer)}> besides q and <Esc>, which close it

---@param keys table<string, {what: string}>
---@param gap string after each
---@return string[][] chunks
---@return integer width
local function footer_with(keys, gap)
  local chunks, width = {}, 0
  for _, key in ipairs(vim.fn.sort(vim.tbl_keys(keys), 'i')) do
    vim.list_extend(chunks, { { ' ' .. key, 'PtkKey' }, { ' ' .. keys[key].what .. gap, 'PtkKeyText' } })
    width = width + #key + #keys[key].what + 2 + #gap
  end
  return chunks, width
end

---@param keys table<string, {what: string}>
---@return string[][] chunks
---@return integer width
local function footer(keys)
  local chunks, width = footer_with(keys, ' ')
  if width > vim.o.columns - 4 then
    return footer_with(keys, '')
  end
  return chunks, width
end

---@param float ptk.Float
---@return vim.api.keyset.win_config
local function measures(float)
  local chunks, foot = footer(float.keys or {} --[[@as any]])
  local width = math.max(vim.fn.strdisplaywidth(float.title) + 6, foot)
  for _, line in ipairs(float.lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line) + 1)
  end
  width = math.max(20, math.min(width, vim.o.columns - 4))
  local height = math.max(1, math.min(#float.lines, math.floor(vim.o.lines * 0.8) - 2))
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.floor((vim.o.columns - width) / 2),
    style = 'minimal',
    border = 'rounded',
    title = (' %s '):format(vim.fn.strcharpart(float.title, 0, width - 2)),
    footer = #chunks > 0 and chunks or nil,
  }
end

--- Opens the float and moves the focus to it; q, <Esc> and leaving it close it.
---@param float ptk.Float
---@return integer win
---@return integer buf
function M.show(float)
  local lines = vim.tbl_map(visible.prose, float.lines)
  float = vim.tbl_extend('force', float, { title = visible.line(float.title), lines = lines })
  if close_shown then
    close_shown()
  end
  local buf = api.nvim_create_buf(false, true)
  vim.bo[buf].modifiable = true -- the global value may be off
  api.nvim_buf_set_lines(buf, 0, -1, false, float.lines)
  vim.bo[buf].bufhidden, vim.bo[buf].modifiable = 'wipe', false
  local win = api.nvim_open_win(buf, true, measures(float))
  vim.bo[buf].filetype = float.filetype or ''
  vim.wo[win][0].wrap, vim.wo[win][0].linebreak = true, true
  local function close()
    close_shown = nil
    if api.nvim_win_is_valid(win) then
      api.nvim_win_close(win, true)
    end
  end
  close_shown = close
  for _, key in ipairs({ 'q', '<Esc>' }) do
    vim.keymap.set('n', key, close, { buffer = buf, nowait = true, desc = 'ptk: close' })
  end
  for key, action in pairs(float.keys or {}) do
    vim.keymap.set('n', key, function()
      action.run(api.nvim_win_get_cursor(win)[1])
    end, { buffer = buf, nowait = true, desc = 'ptk: ' .. action.what })
  end
  api.nvim_create_autocmd('WinLeave', { buffer = buf, once = true, callback = vim.schedule_wrap(close) })
  return win, buf
end

return M
