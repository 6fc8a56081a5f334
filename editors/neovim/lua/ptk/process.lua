--- The server's process: its start, its end, and starting it again after an end
--- that nobody wanted.
local M = {}

--- How long to wait before each start after an unwanted end; after the last the
--- next use starts it.
local pauses_ms = { 500, 1000, 2000, 4000, 8000 }

--- A server that ran for so long does not make a row with the one before.
local calm_ms = 60000

---@type fun(message: string)[] told when the server has ended
local on_end = {}
---@type integer? the client that is being stopped
local stopping
---@type {[1]: integer, [2]: integer}? how the process really ended
local exit_status
local started_at = 0
local ends_in_a_row = 0

---@param callback fun(message: string)
function M.on_end(callback)
  on_end[#on_end + 1] = callback
end

---@param message string
local function tell(message)
  for _, callback in ipairs(on_end) do
    callback(message)
  end
  require('ptk.events').emit('ServerEnded', { message = message })
end

--- For the client's `cmd`.
---@param dispatchers vim.lsp.rpc.Dispatchers
---@return vim.lsp.rpc.PublicClient
function M.start(dispatchers)
  local cmd, problem = require('ptk.server').find()
  if not cmd then
    error(problem, 0)
  end
  -- Neovim's own message about an end is long enough to stop for a key; ours
  -- says the same and what comes next.
  local quiet = vim.tbl_extend('force', dispatchers, {
    on_exit = function(code, signal)
      exit_status = { code, signal }
      dispatchers.on_exit(0, 0)
    end,
  })
  started_at = vim.uv.now()
  -- Not in the workspace, where a relative entry of the PATH would lead to
  -- programs of whoever made it.
  local rpc = vim.lsp.rpc.start(cmd, quiet, { cwd = vim.uv.os_homedir() })
  return require('ptk.actions').answer_for(rpc)
end

---@param status {[1]: integer, [2]: integer}
---@return string
local function how_it_ended(status)
  if status[2] ~= 0 then
    return ('the server was ended by signal %d'):format(status[2])
  end
  return ('the server ended with exit code %d'):format(status[1])
end

---@return integer? pause before it is started again
local function next_pause()
  if vim.uv.now() - started_at > calm_ms then
    ends_in_a_row = 0
  end
  ends_in_a_row = ends_in_a_row + 1
  return pauses_ms[ends_in_a_row]
end

--- To be told of a client's end; it is started again after a pause, which grows.
---@param id integer
---@param start fun()
function M.ended(id, start)
  local status = exit_status or { 0, 0 }
  exit_status = nil
  vim.schedule(function()
    if stopping == id or vim.v.exiting ~= vim.NIL then
      stopping = nil
      return
    end
    local message, pause = how_it_ended(status), next_pause()
    if pause then
      vim.defer_fn(start, pause)
      vim.notify(('ptk: %s; it starts again'):format(message), vim.log.levels.WARN)
    else
      vim.notify(
        ('ptk: %s, %d times in a row; :PtkLog may say why, the next use starts it'):format(message, ends_in_a_row),
        vim.log.levels.ERROR
      )
    end
    tell(message)
  end)
end

---@param id integer
---@return boolean
function M.is_stopping(id)
  return stopping == id
end

--- The client is about to be stopped, which is no fault.
---@param id integer
function M.expect_end(id)
  stopping = id
  ends_in_a_row = 0
  tell('the server was restarted')
end

return M
