--- The buffer of a chat: its name, and what happens when it is shown, edited or deleted.
local M = {}

local api = vim.api
local bar = require('ptk.view.bar')
local scroll = require('ptk.view.scroll')
local window = require('ptk.view.window')

---@param chat ptk.Chat
---@param on_new_buffer fun() called after the chat has got another buffer
local function watch(chat, on_new_buffer)
  local buf = chat.transcript.buf
  local group = api.nvim_create_augroup('ptk.chat.' .. chat.id, {})
  api.nvim_create_autocmd('BufWinEnter', {
    group = group,
    buffer = buf,
    callback = function()
      vim.iter(vim.fn.win_findbuf(buf)):each(window.set_options)
      bar.refresh(chat)
    end,
  })
  -- CTRL-W T and the like make a window without BufWinEnter.
  api.nvim_create_autocmd('WinEnter', {
    group = group,
    buffer = buf,
    callback = vim.schedule_wrap(function() -- a new float still has the buffer of the last window
      local win = api.nvim_get_current_win()
      if chat.transcript.buf == buf and api.nvim_win_get_buf(win) == buf and not vim.wo[win].winfixbuf then
        window.set_options(win)
        bar.refresh(chat)
      end
    end),
  })
  -- Only the prompt can be changed.
  api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter' }, {
    group = group,
    buffer = buf,
    callback = function()
      local can = scroll.in_prompt(chat, 0)
      if vim.bo[buf].modifiable ~= can then
        vim.bo[buf].modifiable = can
        vim.cmd.redrawstatus()
      end
    end,
  })
  -- After :bdelete, :bwipeout or :edit the chat continues in another buffer.
  api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = buf,
    callback = function()
      if chat.transcript.buf == buf and vim.v.exiting == vim.NIL then
        chat.transcript:move()
        vim.schedule(on_new_buffer)
      end
    end,
  })
end

--- Shows a chat instead of another buffer, which is deleted.
---@param chat ptk.Chat
---@param other integer
function M.replace(chat, other)
  if other == chat.transcript.buf or not api.nvim_buf_is_valid(other) then
    return
  end
  for _, win in ipairs(vim.fn.win_findbuf(other)) do
    window.set_buffer(win, chat.transcript.buf)
  end
  api.nvim_buf_delete(other, { force = true })
end

--- Sets the name of the chat's buffer. If another buffer has it, as after loading a
--- session, the chat replaces that buffer in its windows.
---@param chat ptk.Chat
function M.take_name(chat)
  local other = vim.fn.bufnr(('^%s$'):format(chat.name))
  if other == chat.transcript.buf then
    return
  elseif other > 0 then
    M.replace(chat, other)
  end
  api.nvim_buf_set_name(chat.transcript.buf, chat.name)
end

--- Sets up the buffer of a chat.
---@param chat ptk.Chat
---@param on_new_buffer fun() called after the chat has got another buffer
function M.prepare(chat, on_new_buffer)
  vim.treesitter.language.register('markdown', 'ptk')
  vim.bo[chat.transcript.buf].filetype = 'ptk'
  watch(chat, on_new_buffer)
  M.take_name(chat)
end

--- Deletes the buffer of a chat that is closed.
---@param chat ptk.Chat
function M.delete(chat)
  api.nvim_del_augroup_by_name('ptk.chat.' .. chat.id)
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    window.close(win)
  end
  api.nvim_buf_delete(chat.transcript.buf, { force = true })
end

return M
