--- Reviews proposed changes in their files. The keys are mapped only in the file that
--- the user enters for that.
local M = {}

local api = vim.api
local actions = require('ptk.commands.review_actions')
local approvals = require('ptk.state.approvals')
local format = require('ptk.base.format')
local review_keys = require('ptk.view.review_keys')
local review_list = require('ptk.view.review_list')
local review_window = require('ptk.view.review_window')
local sides = require('ptk.commands.sides')

--- Keys answer this long after the review appears: those typed before were meant for
--- something else.
local listen_after_ms = 500

---@class ptk.EnteredReview
---@field entry ptk.ReviewEntry
---@field buf integer
---@field since integer
---@field restore fun() restores the buffer's maps and the window's options

---@type ptk.EnteredReview?
local entered

--- What the actions of the keys use.
---@class ptk.ReviewSession
local session = {}

--- Restores the file that was entered.
function session.leave()
  local was = entered
  entered = nil
  if not was then
    return
  end
  was.restore()
  was.entry.entered = false
  if was.entry.review then
    was.entry.review.current = 0
    was.entry.review:draw()
  end
end

--- Reports whether the keys answer already.
---@return boolean
function session.listens()
  return entered ~= nil and vim.uv.now() - entered.since >= listen_after_ms
end

---@param name string
local function run(name)
  local entry = review_list.of_buffer(api.nvim_get_current_buf())
  if entry and not entry.approval.answered then
    actions.all[name](entry, session)
  end
end

--- Ends the review if its buffer is unloaded, and not loaded again as by :edit.
---@param buf integer
local function leave_with(buf)
  api.nvim_create_autocmd('BufUnload', {
    group = api.nvim_create_augroup('ptk.review.entered', {}),
    buffer = buf,
    callback = vim.schedule_wrap(function()
      if entered and entered.buf == buf and not (api.nvim_buf_is_valid(buf) and api.nvim_buf_is_loaded(buf)) then
        entered.entry.approval.postponed = true
        session.leave()
        vim.notify('ptk: the change waits; :Ptk review or :Ptk approve shows it again')
      end
    end),
  })
end

--- Goes to the file of an entry and maps the keys there. A new file, and one without
--- text, is shown side by side.
---@param entry ptk.ReviewEntry
function session.enter(entry)
  local buf = entry.file.old and #entry.file.parts > 0 and review_window.buffer(entry.file)
  if not buf then
    return sides.show(entry.approval)
  end
  review_window.go(buf)
  review_list.draw(entry)
  local restore = review_keys.map(buf, run)
  local hide = review_window.reveal(api.nvim_get_current_win())
  entry.entered = true
  entered = {
    entry = entry,
    buf = buf,
    since = vim.uv.now(),
    restore = function()
      restore()
      hide()
    end,
  }
  leave_with(buf)
  if entry.review.stale then
    return review_list.tell(entry)
  end
  entry.review:draw()
  local undecided = vim.iter(ipairs(entry.file.parts)):find(function(_, part)
    return not part.decision
  end)
  entry.review:go(undecided or 1)
end

--- Reviews an approval, else the file in the current window, else the first file.
---@param approval? ptk.Approval
---@return boolean found
function M.enter(approval)
  review_list.update()
  local here = review_list.of_buffer(api.nvim_get_current_buf())
  local entry = vim.iter(review_list.all()):find(function(each)
    if approval then
      return each.approval == approval
    end
    return not here or each == here
  end)
  if entry then
    session.leave()
    session.enter(entry)
  end
  return entry ~= nil
end

--- Reports whether an approval joins the review instead of being asked in a window.
---@param approval ptk.Approval
---@return boolean
function M.takes(approval)
  return entered ~= nil and #vim.fn.win_findbuf(entered.buf) > 0 and #(approval.params.diff or {}) > 0
end

approvals.on_change(function(approval)
  if entered and entered.entry.approval == approval and approval.answered then
    session.leave()
    vim.notify('ptk: the question has ended')
  elseif not approval.answered and M.takes(approval) then
    vim.notify(('ptk: another change waits: %s'):format(format.short(approval.params.title)))
  end
  review_list.update()
end)

review_list.watch()

return M
