--- The server's process: starts it, and starts it again after it ended
--- unexpectedly.
local M = {}

local events = require('ptk.base.events')
local server = require('ptk.protocol.server')
local stops = require('ptk.protocol.stops')

--- The pause before each restart; after the last one the next use starts it.
local pauses_ms = { 500, 1000, 2000, 4000, 8000 }

--- A server that ran for so long resets the count of restarts.
local calm_ms = 60000

---@type fun(message: string, id: integer)[] called after the server of a client has ended
local on_end = {}
---@type integer? id of the client that is being stopped
local stopping
---@type {[1]: integer, [2]: integer}? exit code and signal of the process
local exit_status
local started_at = 0
local ends_in_a_row = 0

---@param callback fun(message: string, id: integer)
function M.on_end(callback)
  on_end[#on_end + 1] = callback
end

---@param message string
---@param id integer of the client
local function notify_end(message, id)
  for _, callback in ipairs(on_end) do
    callback(message, id)
  end
  events.emit('ServerEnded', { message = message })
end

--- Starts the process, for the client's `cmd`.
---@param dispatchers vim.lsp.rpc.Dispatchers
---@return vim.lsp.rpc.PublicClient
function M.start(dispatchers)
  local cmd, problem = server.find()
  if not cmd then
    error(problem, 0)
  end
  -- Neovim's message about an exit is so long that it asks for a key. It gets
  -- exit code 0 and M.ended shows a shorter message.
  ---@type vim.lsp.rpc.Dispatchers
  local quiet = vim.tbl_extend('force', dispatchers, {
    on_exit = function(code, signal)
      exit_status = { code, signal }
      dispatchers.on_exit(0, 0)
    end,
  })
  started_at = vim.uv.now()
  -- Not in the workspace: a relative entry of the PATH would find programs that
  -- the author of the workspace put there.
  return stops.watch(vim.lsp.rpc.start(cmd, quiet, { cwd = vim.uv.os_homedir() }))
end

---@param status {[1]: integer, [2]: integer}
---@return string
local function describe(status)
  if status[2] ~= 0 then
    return ('the server was ended by signal %d'):format(status[2])
  end
  return ('the server ended with exit code %d'):format(status[1])
end

---@return integer? pause before the restart; nil if there were too many
local function next_pause()
  if vim.uv.now() - started_at > calm_ms then
    ends_in_a_row = 0
  end
  ends_in_a_row = ends_in_a_row + 1
  return pauses_ms[ends_in_a_row]
end

--- Handles the end of a server that the user has stopped: it stays so until the next use.
---@param id integer of the client
---@param restarted boolean Neovim has started it again
local function stopped(id, restarted)
  ends_in_a_row = 0
  if restarted then
    return notify_end('the server was restarted', id)
  end
  stops.note()
  vim.notify('ptk: the server was stopped; the next message starts it again')
  notify_end('the server was stopped', id)
end

--- Handles the exit of a client; unless the exit was expected, or the user has stopped the
--- server, it calls start after a pause that grows.
---@param id integer
---@param start fun()
function M.ended(id, start)
  local status = exit_status or { 0, 0 }
  exit_status = nil
  local was_asked, began = stops.was_asked(id), started_at
  vim.schedule(function()
    if stopping == id or vim.v.exiting ~= vim.NIL then
      stopping = nil
      return
    elseif was_asked then
      return stopped(id, started_at ~= began)
    end
    local message, pause = describe(status), next_pause()
    if pause then
      vim.defer_fn(start, pause)
      vim.notify(('ptk: %s; it starts again'):format(message), vim.log.levels.WARN)
    else
      vim.notify(
        ('ptk: %s, %d times in a row; see :Ptk log. The next use starts it'):format(message, ends_in_a_row),
        vim.log.levels.ERROR
      )
    end
    notify_end(message, id)
  end)
end

---@param id integer
---@return boolean
function M.is_stopping(id)
  return stopping == id
end

--- Marks the next exit of a client as expected.
---@param id integer
function M.expect_end(id)
  stopping = id
  ends_in_a_row = 0
  notify_end('the server was restarted', id)
end

return M
