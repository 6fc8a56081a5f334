--- What the keys of a review do.
local M = {}

local api = vim.api
local approvals = require('ptk.state.approvals')
local draft = require('ptk.view.draft')
local float = require('ptk.view.float')
local hunks = require('ptk.base.hunks')
local proposal = require('ptk.base.proposal')
local review_keys = require('ptk.view.review_keys')
local review_list = require('ptk.view.review_list')
local sides = require('ptk.commands.sides')

---@param message string
---@param level? integer
local function notify(message, level)
  vim.notify('ptk: ' .. message, level)
end

--- Answers the question once all of its files are decided, and goes to the next file.
---@param entry ptk.ReviewEntry
---@param session ptk.ReviewSession
---@param decision ptk.Decision
local function finish(entry, session, decision)
  local approval = entry.approval
  local complete = decision == 'reject' or vim.iter(approvals.files(approval)):all(proposal.is_decided)
  local next_one = vim.iter(review_list.all()):find(function(each)
    return (each.approval ~= approval or not complete) and not proposal.is_decided(each.file)
  end)
  session.leave()
  if complete then
    approvals.submit(approval, decision)
  end
  if next_one then
    session.enter(next_one)
  end
end

---@param entry ptk.ReviewEntry
---@param session ptk.ReviewSession
---@return boolean
local function may_answer(entry, session)
  if entry.review.stale then
    review_list.tell(entry)
    return false
  elseif not session.listens() then
    notify('press it again: it came as the review appeared')
    return false
  end
  return true
end

---@param entry ptk.ReviewEntry
---@return ptk.ProposedPart? part
---@return integer index
local function hunk_here(entry)
  local index = entry.review:at(api.nvim_win_get_cursor(0)[1] - 1)
  return entry.file.parts[index], index
end

---@param entry ptk.ReviewEntry
---@param session ptk.ReviewSession
---@param decision 'accepted'|'rejected'
local function decide(entry, session, decision)
  local part, index = hunk_here(entry)
  if not part or not may_answer(entry, session) then
    return
  elseif entry.file.whole then
    return notify('this change can only be taken whole')
  end
  part.decision = decision
  if proposal.is_decided(entry.file) then
    return finish(entry, session, 'allow_once')
  end
  entry.review:draw()
  local parts = entry.file.parts
  for step = 0, #parts - 1 do
    local other = (index + step) % #parts + 1
    if not parts[other].decision then
      return entry.review:go(other)
    end
  end
end

--- Returns the lines of a hunk that the user has edited, with line ends.
---@param part ptk.ProposedPart
---@param lines string[]
---@return string[]
local function with_ends(part, lines)
  if #lines == 1 and lines[1] == '' then
    return {}
  end
  local ended = vim.tbl_map(function(line)
    return line .. '\n'
  end, lines)
  local last = part.new[#part.new] or part.old[#part.old]
  if not last:match('\n$') then
    ended[#ended] = lines[#lines]
  end
  return ended
end

---@param entry ptk.ReviewEntry
local function edit(entry)
  local part = hunk_here(entry)
  if not part or entry.review.stale or entry.file.whole then
    return notify('there is no change here that can be edited')
  end
  draft.open({
    name = 'change/' .. vim.fs.basename(entry.file.path),
    hint = ':w takes the new text over · :q! discards it',
    lines = vim.tbl_map(hunks.bare, part.edited or part.new),
    filetype = vim.bo[entry.review.buf].filetype,
    take = function(lines)
      if entry.approval.answered then
        notify('the question has ended, so the text is not taken over', vim.log.levels.WARN)
        return false
      end
      part.edited, part.decision = with_ends(part, lines), nil
      if entry.review then
        entry.review:draw()
      end
    end,
  })
end

--- Goes to the next or previous hunk, and from the last to the first.
---@param entry ptk.ReviewEntry
---@param step 1|-1
local function move(entry, step)
  local review, count = entry.review, #entry.file.parts
  if review.stale then
    return review_list.tell(entry)
  end
  local row = api.nvim_win_get_cursor(0)[1] - 1
  local index = review:at(row)
  local is_above = math.max(0, (review:rows(index))) > row -- of the first hunk
  for _ = 1, vim.v.count1 do
    index = (is_above and step == 1) and index or (index + step - 1) % count + 1
    is_above = false
  end
  vim.cmd("normal! m'")
  review:go(index)
end

---@param entry ptk.ReviewEntry
---@param session ptk.ReviewSession
---@param step 1|-1
local function move_file(entry, session, step)
  local all = review_list.all()
  local other = all[(review_list.number(entry) + step - 1) % #all + 1] --[[@as ptk.ReviewEntry]]
  if other == entry then
    return notify('there is no other file to review')
  end
  session.leave()
  session.enter(other)
end

--- The actions by the names of their keys.
---@type table<string, fun(entry: ptk.ReviewEntry, session: ptk.ReviewSession)>
M.all = {
  next = function(entry)
    move(entry, 1)
  end,
  previous = function(entry)
    move(entry, -1)
  end,
  accept = function(entry, session)
    decide(entry, session, 'accepted')
  end,
  reject = function(entry, session)
    decide(entry, session, 'rejected')
  end,
  edit = edit,
  accept_all = function(entry, session)
    if may_answer(entry, session) then
      for _, part in ipairs(entry.file.parts) do
        part.decision = part.decision or 'accepted'
      end
      finish(entry, session, 'allow_once')
    end
  end,
  reject_all = function(entry, session)
    finish(entry, session, 'reject')
  end,
  next_file = function(entry, session)
    move_file(entry, session, 1)
  end,
  previous_file = function(entry, session)
    move_file(entry, session, -1)
  end,
  sides = function(entry, session)
    session.leave()
    sides.show(entry.approval)
  end,
  leave = function(_, session)
    for _, entry in ipairs(review_list.all()) do
      entry.approval.postponed = true
    end
    session.leave()
    notify('the changes wait; :Ptk review or :Ptk approve shows them again')
  end,
  help = function()
    float.show({ title = 'keys of the review', lines = review_keys.help() })
  end,
}

return M
