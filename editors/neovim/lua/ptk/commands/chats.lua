--- The actions of :Ptk chats.
local M = {}

local session = require('ptk.commands.session')

--- Closes the current chat; its conversation stays in the history.
function M.close()
  local chat = session.current()
  if chat.turn then
    return vim.notify('ptk: the answer is still being written; :Ptk stop ends it', vim.log.levels.WARN)
  elseif chat.transcript:prompt() == '' then
    return session.close(chat)
  end
  vim.ui.select({ 'no', 'yes' }, {
    prompt = 'Close the chat and lose its prompt?',
    kind = 'ptk.confirm',
  }, function(_, choice)
    if choice == 2 then
      session.close(chat)
    end
  end)
end

---@type table<string, fun()> by the argument of :Ptk chats
local actions = {
  [''] = session.pick,
  new = function()
    session.show(session.add())
  end,
  close = M.close,
  next = function()
    session.next(1)
  end,
  previous = function()
    session.next(-1)
  end,
}

---@return string[]
function M.action_names()
  return { 'close', 'new', 'next', 'previous' }
end

--- Runs an action on the chats; by default the user picks one.
---@param action ''|'new'|'close'|'next'|'previous'
function M.run(action)
  local run = actions[action]
  if not run then
    local names = table.concat(M.action_names(), ', ')
    return vim.notify(('ptk: there is no :Ptk chats %s; there are %s'):format(action, names), vim.log.levels.ERROR)
  end
  run()
end

return M
