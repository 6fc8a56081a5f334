--- A window with text to edit: `:w` takes the text over, `:q` with changes asks, `:q!`
--- discards them.
local M = {}

local api = vim.api

---@class ptk.Draft
---@field name string of the buffer, after ptk://
---@field hint string shown above the text
---@field lines string[]
---@field filetype? string
---@field take fun(lines: string[]): boolean? false refuses the text
---@field keys? table<string, {what: string, run: fun()}> of normal mode

--- Gives a buffer a name that no other buffer has.
---@param buf integer
---@param name string after ptk://
function M.set_name(buf, name)
  for count = 1, 1000 do
    local whole = 'ptk://' .. name .. (count > 1 and (' (%d)'):format(count) or '')
    if vim.fn.bufexists(whole) == 0 and pcall(api.nvim_buf_set_name, buf, whole) then
      return
    end
  end
end

--- Asks before a window with changes is closed, as with 'confirm'.
---@param buf integer
local function ask_on_quit(buf)
  api.nvim_create_autocmd('QuitPre', {
    buffer = buf,
    callback = function()
      local confirm = vim.o.confirm
      if vim.bo[buf].modified and not confirm then
        vim.o.confirm = true
        vim.schedule(function()
          vim.o.confirm = confirm
        end)
      end
    end,
  })
end

--- Creates a buffer whose text is taken over by `:w`.
---@param draft {name: string, lines: string[], filetype?: string, take: fun(lines: string[]): boolean?}
---@return integer buf
function M.buffer(draft)
  local buf = api.nvim_create_buf(false, false)
  M.set_name(buf, draft.name)
  local bo = vim.bo[buf]
  bo.modifiable, bo.undolevels = true, -1
  api.nvim_buf_set_lines(buf, 0, -1, false, draft.lines)
  bo.undolevels = vim.o.undolevels
  bo.buftype, bo.bufhidden, bo.swapfile, bo.modified = 'acwrite', 'wipe', false, false
  bo.filetype = draft.filetype or ''
  api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buf,
    callback = function(args)
      if args.match ~= api.nvim_buf_get_name(buf) then
        return vim.notify('ptk: only :w without a name takes the text over', vim.log.levels.ERROR)
      end
      if draft.take(api.nvim_buf_get_lines(buf, 0, -1, false)) ~= false and api.nvim_buf_is_valid(buf) then
        vim.bo[buf].modified = false
      end
    end,
  })
  ask_on_quit(buf)
  return buf
end

--- Opens a window below with a text to edit.
---@param draft ptk.Draft
---@return integer win
---@return integer buf
function M.open(draft)
  local buf = M.buffer(draft)
  local floats = api.nvim_win_get_config(0).relative ~= ''
  local win = api.nvim_open_win(buf, true, {
    split = 'below',
    win = floats and -1 or 0,
    height = math.max(3, math.min(#draft.lines + 2, math.floor(vim.o.lines * 0.4))),
  })
  local wo = vim.wo[win][0]
  wo.winbar = ' ' .. draft.hint:gsub('%%', '%%%%') .. '%<'
  wo.wrap, wo.linebreak, wo.winfixheight, wo.winfixbuf = true, true, true, true
  wo.foldenable, wo.diff, wo.scrollbind, wo.cursorbind = false, false, false, false
  for key, action in pairs(draft.keys or {}) do
    vim.keymap.set('n', key, action.run, { buffer = buf, nowait = true, desc = 'ptk: ' .. action.what })
  end
  return win, buf
end

return M
