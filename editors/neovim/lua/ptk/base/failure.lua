--- What a turn that is not done says: how it ended, what helps, and its retries.
local M = {}

local format = require('ptk.base.format')

---@param event ptk.RetryEvent
---@return string
function M.retry_line(event)
  if event.model then
    return event.reason -- which says that the other model goes on
  end
  local reason = event.reason:gsub('%.$', '')
  if not event.of then
    return 'Asking again: ' .. reason
  end
  local wait = event.delayMs > 0 and ' in ' .. format.duration(event.delayMs) or ''
  return ('Try %d of %d%s: %s'):format(event.attempt + 1, event.of, wait, reason)
end

--- The commands that help, by what is wrong with the provider.
---@type table<string, string>
local remedies = {
  quota = ':Ptk model chooses another model',
  model = ':Ptk model chooses another model',
  overflow = ':Ptk ask /compact makes room',
}

---@param failure? ptk.ChatError
---@return string note beside the heading of the answer
function M.note(failure)
  local help = failure and failure.kind and remedies[failure.kind]
  return ('failed · %s:Ptk continue'):format(help and help .. ' · ' or '')
end

--- Whether the turn reached a limit, so that nothing is wrong.
---@param result ptk.ChatResult
---@return boolean
function M.is_paused(result)
  return result.stopReason == 'paused'
end

return M
