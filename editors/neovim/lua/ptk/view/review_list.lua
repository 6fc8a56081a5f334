--- The list of proposed files: each is drawn in the windows that show it.
local M = {}

local api = vim.api
local approvals = require('ptk.state.approvals')
local buffers = require('ptk.editor.buffers')
local format = require('ptk.base.format')
local review_keys = require('ptk.view.review_keys')
local reviews = require('ptk.view.review')

---@class ptk.ReviewEntry one file of an approval
---@field approval ptk.Approval
---@field file ptk.ProposedFile
---@field entered boolean the user reviews it
---@field review? ptk.Review where it is drawn

--- In the order of the questions.
---@type ptk.ReviewEntry[]
local entries = {}

---@return ptk.ReviewEntry[]
function M.all()
  return entries
end

---@param entry ptk.ReviewEntry
---@return integer its number in the list
function M.number(entry)
  for at, each in ipairs(entries) do
    if each == entry then
      return at
    end
  end
  return 1
end

--- Returns the entry that is drawn in a buffer.
---@param buf integer
---@return ptk.ReviewEntry?
function M.of_buffer(buf)
  return vim.iter(entries):find(function(entry)
    return entry.review ~= nil and entry.review.buf == buf
  end)
end

--- Reports whether a change of an approval is drawn in a window.
---@param approval ptk.Approval
---@return boolean
function M.is_drawn(approval)
  return vim.iter(entries):any(function(entry)
    return entry.approval == approval and entry.review ~= nil and #vim.fn.win_findbuf(entry.review.buf) > 0
  end)
end

--- The keys that the current hunk shows, the most important first.
---@param part ptk.ProposedPart
---@param whole boolean
---@return {key: string, what: string}[]
local function hints(part, whole)
  local names = { 'accept', 'reject', 'edit', 'next', 'accept_all', 'reject_all', 'help' } ---@type string[]
  if whole then
    names = { 'accept_all', 'reject_all', 'next', 'help' }
  end
  if #(part.edited or part.new) > vim.o.lines - 6 then
    table.insert(names, 3, 'sides') -- a window scrolls lines of a file better than virtual lines
  end
  local words = { accept_all = whole and 'accept' or nil, reject_all = whole and 'reject' or nil }
  local list = {}
  for _, name in ipairs(names) do
    if part.decision ~= name .. 'ed' then
      list[#list + 1] = review_keys.hint(name, words[name])
    end
  end
  return list
end

---@param part ptk.ProposedPart
---@return string?
local function state_of(part)
  if part.decision == 'rejected' then
    return 'left out'
  elseif part.edited then
    return part.decision and 'accepted, changed by you' or 'changed by you'
  end
  return part.decision
end

---@param entry ptk.ReviewEntry
---@param index integer
---@param current integer the hunk that shows its keys
---@return ptk.ReviewHeading
local function heading(entry, index, current)
  local file = entry.file
  local part = file.parts[index]
  local text, short = ('change %d of %d'):format(index, #file.parts), ('%d/%d'):format(index, #file.parts)
  if file.whole and #part.new == 0 then
    text, short = 'deletes the file', 'deletes it'
  end
  if #entries > 1 then
    text = ('%s, file %d of %d'):format(text, M.number(entry), #entries)
    short = ('%s file %d/%d'):format(short, M.number(entry), #entries)
  end
  local keys = {}
  if entry.entered then
    keys = index == current and hints(part, file.whole) or {}
  elseif index == 1 then
    keys = { { key = ':Ptk review', what = 'to answer here' } }
  end
  return { text = text, short = short, state = state_of(part), hints = keys }
end

--- Tells the user whether the file is still as the change needs it.
---@param entry ptk.ReviewEntry
function M.tell(entry)
  local name = format.path(entry.file.path)
  if entry.review and not entry.review.stale then
    return vim.notify(('ptk: %s is again as it was read'):format(name))
  end
  local why = 'has changed since it was read, so the change may not fit: undo yours, or reject it'
  vim.notify(('ptk: %s %s'):format(name, why), vim.log.levels.WARN)
end

--- Draws an entry, if its file is in a window.
---@param entry ptk.ReviewEntry
function M.draw(entry)
  local buf = buffers.buffer_of(entry.file.uri)
  if entry.review and (not entry.review:is_alive() or entry.review.buf ~= buf) then
    entry.review:finish()
    entry.review = nil
  end
  if entry.review or not buf or not entry.file.old or #vim.fn.win_findbuf(buf) == 0 then
    return
  end
  entry.review = reviews.new(entry.file, buf, {
    describe = function(review, index)
      return heading(entry, index, review.current)
    end,
    on_stale = function()
      M.tell(entry)
    end,
  })
end

--- Draws all entries again, after the user has decided about a hunk.
function M.redraw()
  for _, entry in ipairs(entries) do
    if entry.review then
      entry.review:draw()
    end
  end
end

--- Draws a file again whose hunks are others now.
---@param file ptk.ProposedFile
function M.refresh(file)
  for _, entry in ipairs(entries) do
    if entry.file == file and entry.review then
      entry.review:draw()
    end
  end
end

---@param approval ptk.Approval
---@return boolean
local function is_listed(approval)
  return vim.iter(entries):any(function(entry)
    return entry.approval == approval
  end)
end

--- Follows the questions: draws new ones, and removes those that are answered.
function M.update()
  local kept, before = {}, #entries
  for _, entry in ipairs(entries) do
    if not entry.approval.answered then
      kept[#kept + 1] = entry
    elseif entry.review then
      entry.review:finish()
      entry.review = nil
    end
  end
  entries = kept
  for _, approval in ipairs(approvals.pending()) do
    for _, file in ipairs(not is_listed(approval) and approvals.files(approval) or {}) do
      table.insert(entries, { approval = approval, file = file, entered = false })
    end
  end
  if #entries ~= before then -- the headings name the number of files
    M.redraw()
  end
  vim.iter(entries):each(M.draw)
end

--- Draws the entries in windows that show their files later, or have another width.
function M.watch()
  local group = api.nvim_create_augroup('ptk.review', {})
  api.nvim_create_autocmd('BufWinEnter', {
    group = group,
    callback = vim.schedule_wrap(function()
      vim.iter(entries):each(M.draw)
    end),
  })
  api.nvim_create_autocmd({ 'WinResized', 'VimResized' }, {
    group = group,
    callback = vim.schedule_wrap(M.redraw),
  })
  api.nvim_create_autocmd('CursorMoved', {
    group = group,
    callback = function(args)
      local entry = M.of_buffer(args.buf)
      if entry and entry.entered and entry.review:is_alive() then
        entry.review:set_current(entry.review:at(api.nvim_win_get_cursor(0)[1] - 1))
      end
    end,
  })
end

return M
