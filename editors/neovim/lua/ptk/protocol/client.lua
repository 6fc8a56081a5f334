--- The language clients of ptk-lsp: one for each workspace root, started by the first
--- use and started again after the server has ended.
local M = {}

local buffers = require('ptk.editor.buffers')
local config = require('ptk.base.config')
local lsp = require('ptk.base.lsp')
local process = require('ptk.protocol.process')
local roots = require('ptk.protocol.roots')
local server = require('ptk.protocol.server')
local visible = require('ptk.base.visible')
local workspace = require('ptk.protocol.workspace')

local ready_within_ms = 15000
local stop_within_ms = 3000
local modern = vim.fn.has('nvim-0.11') == 1

---@class ptk.Services what the upper layers add to the client
---@field capabilities ptk.ClientCapabilities
---@field handlers table<string, lsp.Handler> of the server's requests and notifications
---@field on_ready fun() called after each start of the server
---@field root fun(): string the workspace of the chat that the user is in

---@type ptk.Services?
local services

--- Sets what the upper layers add to the client; called before the first start.
---@param given ptk.Services
function M.provide(given)
  services = given
end

---@param params lsp.InitializeParams
---@param client_config vim.lsp.ClientConfig
local function before_init(params, client_config)
  client_config.settings = client_config.settings or {}
  local given = client_config.settings.ptk --[[@as table?]]
  local settings = vim.tbl_deep_extend('force', config.get().settings or {}, given or {})
  if next(settings) == nil then
    settings = vim.empty_dict()
  end
  client_config.settings.ptk = settings
  params.initializationOptions = { settings = settings }
end

---@param client vim.lsp.Client
---@return boolean
local function is_usable(client)
  return client.name == 'ptk' and not client.rpc.is_closing() and not process.is_stopping(client.id)
end

---@param client vim.lsp.Client
---@param client_config vim.lsp.ClientConfig
---@return boolean
local function reuse(client, client_config)
  return is_usable(client) and client.config.root_dir == client_config.root_dir
end

---@return lsp.ClientCapabilities
local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  -- The encoding of most servers: Neovim warns if those of one buffer differ.
  all.general.positionEncodings = { 'utf-16' }
  all.experimental = { ptk = services and services.capabilities }
  return all
end

--- A callback of M.with, called once.
---@alias ptk.ClientCallback fun(client?: vim.lsp.Client, problem?: string)

---@type table<integer, ptk.ClientCallback[]> by client id, until the server has started
local starting = {}

---@type table<integer, string> the workspace roots by client id
local root_of = {}

---@type table<integer, fun()[]> by client id, until the server has ended
local ending = {}

---@param id integer
---@param client? vim.lsp.Client
---@param problem? string
local function started(id, client, problem)
  local callbacks = starting[id] or {}
  starting[id] = nil
  for _, callback in ipairs(callbacks) do
    callback(client, problem)
  end
end

---@param id integer
local function ended(id)
  started(id, nil, 'the server ended while it started; see :checkhealth ptk')
  local callbacks = ending[id] or {}
  ending[id] = nil
  for _, callback in ipairs(callbacks) do
    callback()
  end
end

--- Returns the client's configuration, for vim.lsp.config and vim.lsp.start.
---@return vim.lsp.Config
function M.config()
  assert(services, 'ptk.app is not loaded')
  return {
    name = 'ptk',
    cmd = process.start,
    root_dir = function(buf, on_dir)
      if buffers.is_loaded_file(buf) then
        local tab = roots.tabs_with(buf)[1]
        local root = roots.of_tab(tab)
        local running = M.of_root(root)
        if running then
          workspace.add_root(running, buf)
        end
        on_dir(root)
      end
    end,
    settings = {},
    capabilities = capabilities(),
    handlers = services.handlers,
    reuse_client = reuse,
    before_init = before_init,
    on_init = function(client)
      root_of[client.id] = client.config.root_dir
      services.on_ready()
      started(client.id, client)
    end,
    on_exit = function(_, _, id)
      vim.schedule(function()
        ended(id)
      end)
      local root = root_of[id]
      process.ended(id, function()
        M.with(function() end, root)
      end)
    end,
    -- Neovim 0.10 hangs if a server ends after it stopped waiting for it.
    flags = { exit_timeout = stop_within_ms },
    exit_timeout = stop_within_ms,
    get_language_id = function(_, filetype)
      return filetype ~= '' and filetype or 'plaintext'
    end,
  }
end

---@return vim.lsp.Client[] the running clients; one may still be starting
function M.all()
  return vim.tbl_filter(is_usable, vim.lsp.get_clients({ name = 'ptk' }))
end

---@param root string
---@return vim.lsp.Client? the running client of a workspace; it may still be starting
function M.of_root(root)
  return vim.iter(M.all()):find(function(client)
    return client.config.root_dir == root
  end)
end

---@return vim.lsp.Client? the client of the chat that the user is in
function M.running()
  return services and M.of_root(services.root())
end

---@param root string
---@return integer? id
---@return string? problem
local function start(root)
  local _, problem = server.find()
  if problem then
    return nil, problem
  end
  local configs = vim.lsp.config --[[@as table<string, vim.lsp.ClientConfig>]]
  local client_config = modern and configs.ptk or M.config()
  client_config = vim.tbl_extend('force', client_config, { root_dir = root })
  if not modern then
    local client = M.of_root(root)
    return client and client.id or vim.lsp.start_client(client_config)
  end
  local id = vim.lsp.start(client_config, { attach = false, reuse_client = reuse, silent = true })
  return id, not id and 'the server cannot be started; see :checkhealth ptk' or nil
end

---@param id integer
---@param callback ptk.ClientCallback
local function when_started(id, callback)
  local client = vim.lsp.get_client_by_id(id)
  if client and client.initialized and not client.rpc.is_closing() then
    return callback(client)
  elseif not client or client.rpc.is_closing() then
    return callback(nil, 'the server ended while it started; see :checkhealth ptk')
  end
  if not starting[id] then
    starting[id] = {}
    vim.defer_fn(function()
      started(id, nil, 'the server does not answer; :Ptk restart starts it again')
    end, ready_within_ms)
  end
  table.insert(starting[id], callback)
end

--- Calls back with the client as soon as requests can be sent to it, or with a
--- message for the user. Starts the server if it does not run.
---@param callback ptk.ClientCallback
---@param root? string of the workspace; default: that of the chat that the user is in
function M.with(callback, root)
  local id, problem = start(root or assert(services, 'ptk.app is not loaded').root())
  if not id then
    return callback(nil, problem)
  end
  when_started(id, callback)
end

--- Sends a request to the server and starts it if it does not run. Calls back
--- with the result or with a message for the user.
---@param method string
---@param params table
---@param callback fun(result: any, problem?: string)
---@param root? string of the workspace; default: that of the chat that the user is in
function M.request(method, params, callback, root)
  M.with(function(client, problem)
    if not client then
      return callback(nil, problem)
    end
    local id = lsp.request(client, method, next(params) and params or vim.empty_dict(), function(err, result)
      callback(result, err and visible.text(err.message) or nil)
    end)
    if not id then
      callback(nil, 'the server has ended; try again')
    end
  end, root)
end

--- Sends a request and waits, for functions of Neovim that must return a result,
--- such as 'omnifunc'. Returns nil after the timeout.
---@param method string
---@param params table
---@param within_ms integer
---@return any
function M.request_sync(method, params, within_ms)
  local answer
  M.request(method, params, function(result)
    answer = { result }
  end)
  -- The condition is checked after each event; the interval is never needed.
  vim.wait(within_ms, function()
    return answer ~= nil
  end, within_ms)
  return answer and answer[1]
end

---@param id integer
---@param callback fun()
local function when_ended(id, callback)
  ending[id] = ending[id] or {}
  table.insert(ending[id], callback)
  vim.defer_fn(function()
    local client = vim.lsp.get_client_by_id(id)
    if ending[id] and client then
      lsp.stop(client, true)
    end
  end, stop_within_ms)
end

--- Stops the server if it runs, and starts it.
function M.restart()
  local client = M.running()
  local function start_again()
    M.with(function(_, problem)
      vim.notify('ptk: ' .. (problem or 'the server is running'), problem and vim.log.levels.ERROR or nil)
    end)
  end
  if not client then
    return start_again()
  end
  process.expect_end(client.id)
  when_ended(client.id, start_again)
  lsp.stop(client)
end

return M
