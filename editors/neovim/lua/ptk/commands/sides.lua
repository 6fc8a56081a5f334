--- Answers questions side by side: what stands on the right is what is written.
local M = {}

local approvals = require('ptk.state.approvals')
local float = require('ptk.view.float')
local proposal = require('ptk.base.proposal')
local review_list = require('ptk.view.review_list')
local review_keys = require('ptk.view.review_keys')
local side_by_side = require('ptk.view.side_by_side')

local listen_after_ms = 500

---@type table<ptk.Approval, ptk.Sides[]>
local shown = {}

---@param message string
---@param level? integer
local function notify(message, level)
  vim.notify('ptk: ' .. message, level)
end

---@param approval ptk.Approval
local function close(approval)
  local list = shown[approval] or {}
  shown[approval] = nil
  for _, sides in ipairs(list) do
    sides:close()
  end
end

--- Makes the text on the right what the question is about.
---@param approval ptk.Approval
---@param file ptk.ProposedFile
---@param text string
---@return boolean taken
local function take(approval, file, text)
  if approval.answered then
    notify('the question has ended, so the text is not written', vim.log.levels.WARN)
    return false
  end
  if not file.whole then
    proposal.rewrite(file, text)
    review_list.refresh(file)
  end
  return true
end

--- Accepts a file as it stands on the right, and answers once all files are decided.
---@param approval ptk.Approval
---@param file ptk.ProposedFile
---@param text string
local function accept(approval, file, text)
  if not take(approval, file, text) then
    return
  end
  for _, part in ipairs(file.parts) do
    part.decision = part.decision or 'accepted'
  end
  if not vim.iter(approvals.files(approval)):all(proposal.is_decided) then
    return notify('accepted; the other files of the question are not decided yet')
  end
  close(approval)
  approvals.submit(approval, 'allow_once')
end

---@return string
local function hint()
  local words = { accept_all = 'writes it', reject_all = 'rejects', reject = 'old text', help = 'keys' }
  local parts = {}
  for _, name in ipairs({ 'accept_all', 'reject_all', 'reject', 'help' }) do
    local key = review_keys.hint(name, words[name])
    parts[#parts + 1] = key and key.key .. ' ' .. key.what
  end
  return table.concat(parts, ' · ')
end

---@param approval ptk.Approval
---@param sides ptk.Sides
local function leave(approval, sides)
  if sides:is_edited() then
    return notify('you have changed the text: :w takes it over, :q! drops it', vim.log.levels.WARN)
  end
  close(approval)
  if not approval.answered then
    notify('the change waits; :Ptk review or :Ptk approve shows it again')
  end
end

---@param approval ptk.Approval
---@param file ptk.ProposedFile
local function open(approval, file)
  local since = vim.uv.now()
  local sides ---@type ptk.Sides
  sides = side_by_side.open(file, {
    hint = hint(),
    take = function(text)
      local taken = take(approval, file, text)
      if taken then
        notify('taken over; it is written once you accept it')
      end
      return taken
    end,
  })
  local actions = {
    next = function()
      sides:go(']c')
    end,
    previous = function()
      sides:go('[c')
    end,
    reject = function()
      sides:take_old()
    end,
    accept_all = function()
      if vim.uv.now() - since < listen_after_ms then
        return notify('press it again: it came as the change appeared')
      end
      accept(approval, file, sides:text())
    end,
    reject_all = function()
      close(approval)
      approvals.submit(approval, 'reject')
    end,
    leave = function()
      leave(approval, sides)
    end,
    help = function()
      float.show({ title = 'keys of the two sides', lines = M.help() })
    end,
  }
  for _, buf in ipairs({ sides.old, sides.new }) do
    review_keys.map(buf, function(name)
      actions[name]()
    end, vim.tbl_keys(actions))
  end
  vim.keymap.set('n', 'q', actions.leave, { buffer = sides.old, nowait = true, desc = 'ptk: close' })
  table.insert(shown[approval], sides)
end

---@return string[]
function M.help()
  local words = {
    accept_all = 'write what stands on the right',
    reject = 'take the old text of the change under the cursor',
    reject_all = 'reject the change',
    leave = 'close; the change waits',
  }
  local lines = {}
  for _, name in ipairs({ 'next', 'previous', 'reject', 'accept_all', 'reject_all', 'leave' }) do
    local key = review_keys.hint(name, words[name])
    lines[#lines + 1] = key and ('%-6s %s'):format(key.key, key.what)
  end
  return vim.list_extend(
    lines,
    { ':w     take over what stands on the right', ':q     close; asks if you have changed it' }
  )
end

--- Shows an approval side by side, in a tab page for each file; it waits meanwhile.
---@param approval ptk.Approval
---@return boolean shown
function M.show(approval)
  if shown[approval] and shown[approval][1]:enter() then
    return true
  end
  local files = approvals.files(approval)
  if #files == 0 then
    notify('no file would be changed', vim.log.levels.WARN)
    return false
  end
  shown[approval] = {}
  for i = #files, 1, -1 do
    open(approval, files[i])
  end
  return true
end

approvals.on_change(function(approval)
  local list = approval.answered and shown[approval] or {}
  if approval.answered then
    shown[approval] = nil
  end
  for _, sides in ipairs(list) do
    if sides:is_edited() then
      notify('the question has ended; your text stays in its window, and is not written', vim.log.levels.WARN)
    else
      sides:close()
    end
  end
end)

return M
