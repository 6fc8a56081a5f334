--- The window of a question: its change, its keys, when it takes the cursor.
local M = {}

local api = vim.api
local view = require('ptk.question')

local ns = api.nvim_create_namespace('ptk.approve')

--- Keys that were on their way when the float got the cursor are not an answer.
local deaf_ms = 300

---@class ptk.Asking what the keys and the closing of the window do
---@field choose fun(question: ptk.Question, choice: ptk.Choice)
---@field put_off fun(question: ptk.Question)

--- Leaves the part under the cursor out, or takes it in again.
---@param question ptk.Question
---@return boolean changed
function M.leave_out(question)
  if not view.toggle(question.parts, api.nvim_win_get_cursor(question.win)[1] - 1) then
    return false
  end
  api.nvim_buf_clear_namespace(question.buf, ns, 0, -1)
  for _, part in ipairs(question.parts) do
    if part.left_out then
      api.nvim_buf_set_extmark(question.buf, ns, part.row, 0, {
        end_row = part.last_row + 1,
        hl_group = 'Comment',
        priority = 200,
        virt_text = { { '  left out', 'WarningMsg' } },
        virt_text_pos = 'eol',
      })
    end
  end
  return true
end

---@param question ptk.Question
---@param asking ptk.Asking
local function map_keys(question, asking)
  for _, choice in ipairs(view.offered(question.params, question.parts)) do
    vim.keymap.set('n', choice.key, function()
      if question.listening then
        asking.choose(question, choice)
      end
    end, { buffer = question.buf, nowait = true, desc = 'ptk: ' .. choice.word })
  end
  vim.keymap.set('n', 'q', function()
    if question.listening then
      asking.put_off(question)
    end
  end, { buffer = question.buf, nowait = true, desc = 'ptk: close; it waits' })
end

--- Whether all that would be done was shown.
---@param question ptk.Question
---@return boolean
function M.was_shown(question)
  if question.win and api.nvim_win_is_valid(question.win) then
    question.shown = math.max(question.shown, vim.fn.line('w$', question.win))
  end
  return question.shown >= question.must
end

--- Gives the float the cursor, and a moment later its keys their meaning.
---@param question ptk.Question
function M.take_focus(question)
  if question.answered or not question.win or not api.nvim_win_is_valid(question.win) then
    return
  end
  question.stop_waiting()
  api.nvim_set_current_win(question.win)
  api.nvim_win_set_config(question.win, { footer = view.deaf })
  vim.defer_fn(function()
    if not question.answered and question.win and api.nvim_win_is_valid(question.win) then
      question.listening = true
      api.nvim_win_set_config(question.win, { footer = (view.answers(question.params, question.parts)) })
    end
  end, deaf_ms)
end

--- Shows it, without the cursor in it; calls back when the user has a moment.
---@param question ptk.Question
---@param asking ptk.Asking
---@param when_quiet fun(question: ptk.Question)
function M.show(question, asking, when_quiet)
  local lines
  lines, question.parts, question.must = view.lines(question.params)
  question.put_off = false
  question.buf = api.nvim_create_buf(false, true)
  api.nvim_buf_set_lines(question.buf, 0, -1, false, lines)
  vim.bo[question.buf].filetype = 'diff'
  vim.bo[question.buf].modifiable = false
  vim.bo[question.buf].bufhidden = 'wipe'
  local win = api.nvim_open_win(question.buf, false, view.window(question.params, lines, question.parts))
  question.win = win
  vim.wo[win][0].wrap, vim.wo[win][0].smoothscroll = true, true
  question.shown = 0
  local scrolled = api.nvim_create_autocmd('WinScrolled', {
    pattern = tostring(win),
    callback = function()
      M.was_shown(question)
    end,
  })
  api.nvim_create_autocmd('WinClosed', {
    pattern = tostring(win),
    once = true,
    callback = vim.schedule_wrap(function()
      pcall(api.nvim_del_autocmd, scrolled)
      if question.win == win then
        asking.put_off(question)
      end
    end),
  })
  map_keys(question, asking)
  question.stop_waiting = require('ptk.quiet').wait(function()
    when_quiet(question)
  end)
end

return M
