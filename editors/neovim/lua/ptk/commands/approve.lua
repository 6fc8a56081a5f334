--- Asks the user about approvals, one after the other, in a float with one key
--- for each answer. An approval whose float is closed waits; :Ptk approve lists it.
local M = {}

local api = vim.api
local approvals = require('ptk.state.approvals')
local cmdwin = require('ptk.view.cmdwin')
local choices = require('ptk.view.approval_choices')
local config = require('ptk.base.config')
local obstacles = require('ptk.editor.obstacles')
local review = require('ptk.commands.review')
local sides = require('ptk.commands.sides')
local visible = require('ptk.base.visible')
local window = require('ptk.view.approval_window')

---@param message string
---@param level? integer
local function notify(message, level)
  vim.notify('ptk: ' .. message, level)
end

---@param approval ptk.ShownApproval
local function close(approval)
  local win = approval.win
  approval.win, approval.listening = nil, false
  if approval.stop_waiting then
    approval.stop_waiting()
  end
  cmdwin.after(function()
    if win and api.nvim_win_is_valid(win) then
      api.nvim_win_close(win, true)
    end
  end)
end

local show_next, show_again ---@type fun(), fun(approval: ptk.ShownApproval)

--- Closes the window; the approval waits.
---@param approval ptk.ShownApproval
local function postpone(approval)
  if approval.answered or not approval.win then
    return
  end
  approval.postponed = true
  close(approval)
  notify('it waits; :Ptk approve shows it again')
  show_next()
end

---@param approval ptk.ShownApproval
---@param decision ptk.Decision
local function decide(approval, decision)
  if decision == 'reject' then
    return approvals.answer(approval, { decision = 'reject' })
  elseif not window.was_read(approval) then
    return notify('it is longer than the window; read to its end, then allow it', vim.log.levels.WARN)
  end
  approvals.submit(approval, decision)
end

--- Asks once more before an answer that holds for good.
---@param approval ptk.ShownApproval
local function confirm_always(approval)
  if not window.was_read(approval) then
    return decide(approval, 'allow_always') -- which asks the user to read it
  end
  vim.ui.select({ 'no, ask me again', 'yes, always' }, {
    prompt = ('Always allow this: %s?'):format(visible.line(approval.params.rule)),
    kind = 'ptk.approve',
  }, function(_, choice)
    if choice == 2 then
      decide(approval, 'allow_always')
    end
  end)
end

---@param approval ptk.ShownApproval
local function reject_with_reason(approval)
  vim.ui.input({ prompt = 'Tell the model why: ' }, function(feedback)
    if feedback and vim.trim(feedback) ~= '' then
      approvals.answer(approval, { decision = 'reject', feedback = vim.trim(feedback) })
    end
  end)
end

--- Shows the change in the file or side by side; the approval waits meanwhile, without
--- its window.
---@param approval ptk.ShownApproval
---@param where 'file'|'sides'
local function show_change(approval, where)
  approval.postponed = true
  close(approval)
  if where == 'file' then
    review.enter(approval)
  else
    sides.show(approval)
  end
end

---@param approval ptk.ShownApproval
---@param choice ptk.Choice
local function choose(approval, choice)
  if choice.decision == 'allow_always' then
    confirm_always(approval)
  elseif choice.decision then
    decide(approval, choice.decision)
  elseif choice.shows then
    show_change(approval, choice.shows)
  elseif not choice.with_parts then
    reject_with_reason(approval)
  elseif not window.toggle_part(approval) then
    notify('go to a part of the change first', vim.log.levels.WARN)
  end
end

--- Asks with vim.ui.select, beside the float.
---@param approval ptk.ShownApproval
local function ask_by_select(approval)
  if approval.answered or not approval.win then
    return
  elseif not window.was_read(approval) then
    return window.take_focus(approval) -- to scroll to its end
  end
  vim.cmd.redraw()
  vim.ui.select(
    vim.tbl_filter(function(choice)
      return not choice.with_parts and not choice.with_diff
    end, choices.offered(approval.params, {})),
    {
      prompt = 'ptk asks: ' .. visible.line(approval.params.title),
      kind = 'ptk.approve',
      format_item = function(choice)
        return choice.label
      end,
    },
    function(choice)
      if choice then
        return choose(approval, choice)
      end
      postpone(approval)
    end
  )
end

--- Lets the user answer, by the keys of the window or with vim.ui.select.
---@param approval ptk.ShownApproval
local function ask(approval)
  if config.get().approve == 'select' then
    return ask_by_select(approval)
  end
  window.take_focus(approval)
end

---@param approval ptk.ShownApproval
local function show(approval)
  window.show(approval, { choose = choose, postpone = postpone, show_again = show_again }, ask)
end

--- Shows a question in another window.
---@param approval ptk.ShownApproval
function show_again(approval)
  close(approval)
  show(approval)
end

local function show_first()
  local pending = approvals.pending()
  local is_shown = vim.iter(pending):any(function(approval)
    return approval.win ~= nil
  end)
  local next_one = vim.iter(pending):find(function(approval)
    return not approval.postponed and not review.takes(approval)
  end)
  if next_one and not is_shown then
    show(next_one)
  end
end

function show_next()
  vim.schedule(function()
    cmdwin.after(show_first)
  end)
end

approvals.on_change(function(approval)
  if approval.answered then
    close(approval --[[@as ptk.ShownApproval]])
  end
  show_next()
end)

--- Asks the user and waits for the answer, in the coroutine of a handler. What prevents
--- a file from being changed is told first.
---@param params ptk.ApproveParams
---@return ptk.ApproveResult
function M.request(params)
  params.risk = obstacles.before(params.diff or {}, params.risk)
  return approvals.request(params)
end

--- Shows an approval and moves the focus to it.
---@param approval ptk.Approval
local function focus(approval)
  for _, other in ipairs(approvals.pending()) do
    if other ~= approval and other.win then
      close(other --[[@as ptk.ShownApproval]])
    end
  end
  if not window.is_open(approval) then
    show(approval --[[@as ptk.ShownApproval]])
  end
  ask(approval --[[@as ptk.ShownApproval]])
end

---@return ptk.ShownApproval? the approval whose window is open
local function visible_approval()
  return vim.iter(approvals.pending()):find(window.is_open)
end

--- Answers the question that is shown, from any window.
---@param decision 'allow_once'|'allow_session'|'reject'
function M.answer(decision)
  local shown = visible_approval()
  if not shown then
    return notify('no question is shown; :Ptk approve shows one')
  end
  local question = shown.params --[[@as ptk.ExQuestion]]
  if decision == 'allow_session' and question.each_time then
    return notify('this is asked each time; it can only be allowed once')
  end
  decide(shown, decision)
end

--- Shows the approval of a tool call.
---@param tool_call_id string
---@return boolean shown
function M.show(tool_call_id)
  local approval = approvals.of_call(tool_call_id)
  if approval then
    focus(approval)
  end
  return approval ~= nil
end

--- Shows side by side what a tool call would change.
---@param tool_call_id string
---@return boolean shown
function M.compare(tool_call_id)
  local approval = approvals.of_call(tool_call_id)
  if approval then
    show_change(approval --[[@as ptk.ShownApproval]], 'sides')
  end
  return approval ~= nil
end

--- Reviews the change that is asked about, in its file.
function M.review()
  local shown = visible_approval()
  if shown and #(shown.params.diff or {}) > 0 then
    show_change(shown, 'file')
  elseif not review.enter() then
    notify('no change waits for an answer')
  end
end

--- Goes to the question that is shown, else to the one that waits; the user picks one
--- if there are several.
function M.pick()
  local pending, shown = approvals.pending(), visible_approval()
  if shown and shown.win ~= api.nvim_get_current_win() then
    return focus(shown)
  elseif #pending == 0 then
    return notify('nothing waits for an answer')
  elseif #pending == 1 then
    return focus(pending[1])
  end
  vim.ui.select(vim.list_slice(pending), {
    prompt = 'These wait for your answer',
    kind = 'ptk.approve',
    format_item = function(approval)
      return visible.line(approval.params.title)
    end,
  }, function(approval)
    if approval and not approval.answered then
      focus(approval)
    end
  end)
end

return M
