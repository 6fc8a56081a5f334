--- The window of an approval: its text, its keys, when it gets the focus.
local M = {}

local api = vim.api
local approvals = require('ptk.state.approvals')
local chats = require('ptk.state.chats')
local choices = require('ptk.view.approval_choices')
local review_list = require('ptk.view.review_list')
local review_window = require('ptk.view.review_window')
local text = require('ptk.view.approval_text')
local typing_pause = require('ptk.view.typing_pause')

local ns = api.nvim_create_namespace('ptk.approve')
local highlights = api.nvim_create_namespace('ptk.approve.ex')

--- The pause in typing after which a question in the chat gets the focus, and the one
--- after which its keys answer: keys that were meant for another window must not.
local focus_after_ms, listen_after_ms = 400, 500

---@class ptk.ShownApproval : ptk.Approval an approval with a window
---@field parts ptk.ShownPart[]
---@field must_show integer the row that must have been visible before it can be allowed
---@field shown integer the last row that was visible
---@field buf integer
---@field win? integer
---@field listening boolean whether its keys answer
---@field stop_waiting? fun() stops waiting for a pause in typing

---@class ptk.ApprovalActions what the keys and closing the window do
---@field choose fun(approval: ptk.ShownApproval, choice: ptk.Choice)
---@field postpone fun(approval: ptk.ShownApproval)
---@field show_again fun(approval: ptk.ShownApproval)

--- Marks the parts that are left out.
---@param approval ptk.ShownApproval
local function mark_parts(approval)
  api.nvim_buf_clear_namespace(approval.buf, ns, 0, -1)
  for _, part in ipairs(approval.parts) do
    if part.decision == 'rejected' then
      api.nvim_buf_set_extmark(approval.buf, ns, part.row, 0, {
        end_row = part.last_row + 1,
        hl_group = 'PtkLeftOut',
        priority = 200,
        virt_text = { { '  left out', 'PtkLeftOutNote' } },
        virt_text_pos = 'eol',
      })
    end
  end
end

--- Skips the part of the change under the cursor, or includes it again.
---@param approval ptk.ShownApproval
---@return boolean changed
function M.toggle_part(approval)
  if not text.toggle(approval.parts, api.nvim_win_get_cursor(approval.win)[1] - 1) then
    return false
  end
  mark_parts(approval)
  review_list.redraw()
  return true
end

---@param approval ptk.ShownApproval
---@param actions ptk.ApprovalActions
local function map_keys(approval, actions)
  for _, choice in ipairs(choices.offered(approval.params, approval.parts)) do
    vim.keymap.set('n', choice.key, function()
      if approval.listening then
        actions.choose(approval, choice)
      end
    end, { buffer = approval.buf, nowait = true, desc = 'ptk: ' .. choice.label })
  end
  vim.keymap.set('n', 'q', function()
    if approval.listening then
      actions.postpone(approval)
    end
  end, { buffer = approval.buf, nowait = true, desc = 'ptk: close; it waits' })
end

---@param approval ptk.ShownApproval
---@return boolean
function M.is_open(approval)
  return approval.win ~= nil and api.nvim_win_is_valid(approval.win)
end

--- Reports whether everything that would be done was visible.
---@param approval ptk.ShownApproval
---@return boolean
function M.was_read(approval)
  if approval.win and api.nvim_win_is_valid(approval.win) then
    approval.shown = math.max(approval.shown, vim.fn.line('w$', approval.win))
  end
  return approval.shown >= approval.must_show
end

--- Moves the focus to the float; its keys answer a moment later.
---@param approval ptk.ShownApproval
function M.take_focus(approval)
  if approval.answered or not approval.win or not api.nvim_win_is_valid(approval.win) then
    return
  end
  approval.stop_waiting()
  api.nvim_set_current_win(approval.win)
  if approval.listening then
    return
  end
  api.nvim_win_set_config(approval.win, { footer = choices.footer_ignoring })
  approval.stop_waiting = typing_pause.wait(listen_after_ms, function()
    return api.nvim_get_current_win() == approval.win
  end, function()
    approval.listening = true
    api.nvim_win_set_config(approval.win, { footer = (choices.footer(approval.params, approval.parts)) })
  end)
end

--- Reports whether the focus may move to the question: never from a window that the
--- user works in, only from the chat that asks.
---@param approval ptk.ShownApproval
---@return boolean
local function may_focus(approval)
  local win = api.nvim_get_current_win()
  local chat, id = chats.of_buffer(api.nvim_win_get_buf(win)), approval.params.conversationId
  return win == approval.win or (chat ~= nil and (id == '' or chats.of_conversation(id) == chat))
end

--- Writes the text of the question into its buffer.
---@param approval ptk.ShownApproval
---@return string[] lines
local function fill(approval)
  local lines
  lines, approval.parts, approval.must_show = text.lines(approval.params, approvals.files(approval))
  vim.bo[approval.buf].modifiable = true -- the global value may be off
  api.nvim_buf_set_lines(approval.buf, 0, -1, false, lines)
  vim.bo[approval.buf].modifiable = false
  api.nvim_buf_clear_namespace(approval.buf, highlights, 0, -1)
  if approval.params.target then
    text.highlight_ex(approval.buf, highlights, lines)
  end
  mark_parts(approval)
  return lines
end

---@param approval ptk.ShownApproval
---@param lines string[]
---@return vim.api.keyset.win_config
local function measures(approval, lines)
  return text.window(approval.params, lines, approval.parts, review_list.is_drawn(approval))
end

--- Follows what happens to the window: scrolling, the screen's size, closing.
---@param approval ptk.ShownApproval
---@param win integer
---@param actions ptk.ApprovalActions
local function watch(approval, win, actions)
  local group = api.nvim_create_augroup('ptk.approve.' .. win, {})
  local function on(event, pattern, callback)
    api.nvim_create_autocmd(event, { group = group, pattern = pattern, callback = callback })
  end
  on('WinScrolled', tostring(win), function()
    M.was_read(approval)
  end)
  on('VimResized', '*', function()
    local config = measures(approval, fill(approval))
    config.footer = approval.listening and (choices.footer(approval.params, approval.parts)) or config.footer
    approval.shown = 0
    api.nvim_win_set_config(win, config)
  end)
  on('TabEnter', '*', function()
    vim.schedule(function()
      local is_here = vim.list_contains(api.nvim_tabpage_list_wins(0), win)
      if approval.win == win and api.nvim_win_is_valid(win) and not is_here then
        actions.show_again(approval) -- in this tab page
      end
    end)
  end)
  api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = approval.buf,
    callback = vim.schedule_wrap(function()
      if approval.win == win and api.nvim_win_is_valid(win) then
        local opened = api.nvim_win_get_buf(win) -- by :edit! in the window of the question
        actions.show_again(approval)
        pcall(review_window.go, opened)
      end
    end),
  })
  on('WinClosed', tostring(win), function()
    api.nvim_del_augroup_by_id(group)
    local tab = api.nvim_win_get_tabpage(win)
    vim.schedule(function()
      if approval.win == win and not api.nvim_tabpage_is_valid(tab) then
        actions.show_again(approval) -- the user has closed the tab page, not the question
      elseif approval.win == win then
        actions.postpone(approval)
      end
    end)
  end)
end

--- Opens the window without moving the focus; calls back when the user pauses in the
--- chat.
---@param approval ptk.ShownApproval
---@param actions ptk.ApprovalActions
---@param on_pause fun(approval: ptk.ShownApproval)
function M.show(approval, actions, on_pause)
  approval.postponed = false
  approval.buf = api.nvim_create_buf(false, true)
  vim.bo[approval.buf].filetype = 'diff'
  vim.bo[approval.buf].bufhidden = 'wipe'
  local lines = fill(approval)
  local win = api.nvim_open_win(approval.buf, false, measures(approval, lines))
  approval.win = win
  vim.wo[win][0].wrap, vim.wo[win][0].smoothscroll = true, true
  vim.wo[win][0].winfixbuf = true
  approval.shown = 0
  watch(approval, win, actions)
  map_keys(approval, actions)
  approval.listening = false
  approval.stop_waiting = typing_pause.wait(focus_after_ms, function()
    return may_focus(approval)
  end, function()
    on_pause(approval)
  end)
end

return M
