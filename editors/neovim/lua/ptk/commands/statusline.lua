--- What a status line shows of the chat. It never contains a `%`, which begins an item
--- of 'statusline' that may run code: names come from models and files.
local M = {}

local visible = require('ptk.base.visible')

---@class ptk.Status what the chat does, as ptk.state() returns it
---@field state 'idle'|'busy'|'waiting' waiting: for the user's answer to a question
---@field activity string what it does; '' if it is idle
---@field mode ptk.Mode
---@field model? string as set, else that of the last answer
---@field conversation_id? string
---@field queued integer messages that the model has not read yet
---@field context_tokens? integer of the last prompt
---@field context_window? integer tokens that the model accepts
---@field cost? number US dollars of the turns of this conversation since Neovim was started

---@type table<string, number> by conversation
local costs = {}
---@type table<string, string> by conversation
local models = {}

--- Sums the costs of the turns.
function M.watch()
  vim.api.nvim_create_autocmd('User', {
    group = vim.api.nvim_create_augroup('ptk.statusline', {}),
    pattern = 'PtkTurnEnd',
    callback = function(args)
      local id, usage = args.data.conversation_id, args.data.usage
      if id then
        models[id] = args.data.model or models[id]
        costs[id] = usage and usage.costUsd and (costs[id] or 0) + usage.costUsd or costs[id]
      end
      vim.cmd.redrawstatus()
    end,
  })
end

--- Returns the state of a chat.
---@param chat ptk.Chat
---@return ptk.Status
function M.state_of(chat)
  local activity, usage, id = chat:activity(), chat.usage, chat.conversation_id
  local waits = activity == 'waits for your answer'
  return {
    state = waits and 'waiting' or activity ~= '' and 'busy' or 'idle',
    activity = activity,
    mode = chat.mode or 'agent',
    model = chat.model or (id and models[id]),
    conversation_id = id,
    queued = #chat.queued,
    context_tokens = usage and usage.contextTokens,
    context_window = usage and usage.contextWindow > 0 and usage.contextWindow or nil,
    cost = id and costs[id],
  }
end

---@param n integer
---@return string such as 12k
local function tokens(n)
  return n < 1000 and tostring(n) or ('%.0fk'):format(n / 1000)
end

---@type table<string, fun(status: ptk.Status): string?>
local parts = {
  state = function(status)
    return ({ idle = 'ready', busy = '● ' .. status.activity, waiting = '? ' .. status.activity })[status.state]
  end,
  model = function(status)
    return status.model
  end,
  mode = function(status)
    return status.mode ~= 'agent' and status.mode or nil
  end,
  context = function(status)
    if status.context_tokens then
      local window = status.context_window and '/' .. tokens(status.context_window) or ''
      return tokens(status.context_tokens) .. window
    end
  end,
  cost = function(status)
    return status.cost and ('$%.2f'):format(status.cost)
  end,
}

--- The names of the parts, in the order of the default.
M.parts = { 'state', 'mode', 'model', 'context', 'cost' }

--- Returns the text of some parts.
---@param status ptk.Status
---@param names string[]
---@return string
function M.text(status, names)
  local texts = {} ---@type string[]
  for _, name in ipairs(names) do
    texts[#texts + 1] = parts[name](status)
  end
  return (visible.line(table.concat(texts, ' · ')):gsub('%%', '％'))
end

return M
