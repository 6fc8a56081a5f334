--- The language client: one for all of Neovim, started by the first use and
--- again after the server has ended. Knows nothing of chats.
local M = {}

local ready_within_ms = 15000
local stop_within_ms = 3000
local modern = vim.fn.has('nvim-0.11') == 1

---@type fun(message: string)[] told when the server has ended
local on_end = {}
---@type integer? the client that :PtkRestart is stopping
local stopping
---@type {[1]: integer, [2]: integer}? how the process really ended
local exit_status

---@param callback fun(message: string)
function M.on_end(callback)
  on_end[#on_end + 1] = callback
end

--- 0.10 has functions where later versions have methods.
local function call(client, name, ...)
  if modern then
    return client[name](client, ...)
  end
  return client[name](...)
end

---@param code integer
---@param signal integer
---@return string
local function how_it_ended(code, signal)
  if signal ~= 0 then
    return ('the server was ended by signal %d'):format(signal)
  end
  return ('the server ended with exit code %d'):format(code)
end

local function ended(code, signal, id)
  vim.schedule(function()
    if stopping == id or vim.v.exiting ~= vim.NIL then
      stopping = nil
      return
    end
    local message = how_it_ended(code, signal)
    vim.notify('ptk: ' .. message .. '; the next use starts it again', vim.log.levels.WARN)
    for _, callback in ipairs(on_end) do
      callback(message)
    end
  end)
end

---@param dispatchers vim.lsp.rpc.Dispatchers
---@param config? vim.lsp.ClientConfig
local function start_process(dispatchers, config)
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
  return vim.lsp.rpc.start(cmd, quiet, { cwd = config and config.root_dir or nil })
end

---@param buf integer
---@return string
local function root_of(buf)
  return vim.fs.root(buf, { '.ptk', '.git' }) or vim.fn.getcwd()
end

---@param params lsp.InitializeParams
---@param config vim.lsp.ClientConfig
local function before_init(params, config)
  config.settings = config.settings or {}
  local settings = vim.tbl_deep_extend('force', require('ptk.config').get().settings, config.settings.ptk or {})
  if next(settings) == nil then
    settings = vim.empty_dict()
  end
  config.settings.ptk = settings
  params.initializationOptions = { settings = settings }
end

---@param client vim.lsp.Client
---@param root string
local function add_folder(client, root)
  local uri = vim.uri_from_fname(root)
  client.workspace_folders = client.workspace_folders or {}
  for _, folder in ipairs(client.workspace_folders) do
    if folder.uri == uri then
      return
    end
  end
  local folder = { uri = uri, name = root }
  table.insert(client.workspace_folders, folder)
  if client.initialized then
    call(client, 'notify', 'workspace/didChangeWorkspaceFolders', { event = { added = { folder }, removed = {} } })
  end
end

---@param client vim.lsp.Client
---@param config vim.lsp.ClientConfig
---@return boolean
local function reuse(client, config)
  if client.name ~= 'ptk' or client.rpc.is_closing() then
    return false
  end
  if type(config.root_dir) == 'string' then
    add_folder(client, config.root_dir)
  end
  return true
end

---@return lsp.ClientCapabilities
local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  -- That of most servers: Neovim warns where those of one buffer differ.
  all.general.positionEncodings = { 'utf-16' }
  all.experimental = { ptk = require('ptk.handlers').announced }
  return all
end

--- The client's configuration, for vim.lsp.config and vim.lsp.start.
---@return vim.lsp.Config
function M.config()
  return {
    name = 'ptk',
    cmd = start_process,
    root_dir = function(buf, on_dir)
      if require('ptk.sync').is_file(buf) then
        on_dir(root_of(buf))
      end
    end,
    settings = {},
    capabilities = capabilities(),
    handlers = require('ptk.handlers').all,
    reuse_client = reuse,
    before_init = before_init,
    on_init = function()
      require('ptk.sync').begin()
      require('ptk.edits').watch()
    end,
    on_exit = function(code, signal, id)
      local status = exit_status or { code, signal }
      exit_status = nil
      ended(status[1], status[2], id)
    end,
    get_language_id = function(_, filetype)
      return filetype ~= '' and filetype or 'plaintext'
    end,
  }
end

---@return vim.lsp.Client? the running client; it may still be starting
function M.running()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'ptk' })) do
    if not client.rpc.is_closing() then
      return client
    end
  end
end

---@return integer? id
---@return string? problem
local function start()
  local _, problem = require('ptk.server').find()
  if problem then
    return nil, problem
  end
  local config = modern and vim.lsp.config.ptk or M.config()
  config = vim.tbl_extend('force', config, { root_dir = root_of(0) })
  if not modern then
    local client = M.running()
    if client and reuse(client, config) then
      return client.id
    end
    return vim.lsp.start_client(config)
  end
  local id = vim.lsp.start(config, { attach = false, reuse_client = reuse, silent = true })
  return id, not id and "the server can't be started; :checkhealth ptk says more" or nil
end

---@param id integer
---@param callback fun(client?: vim.lsp.Client, problem?: string)
local function when_ready(id, callback)
  local deadline = vim.uv.now() + ready_within_ms
  local function look()
    local client = vim.lsp.get_client_by_id(id)
    if client and client.initialized and not client.rpc.is_closing() then
      callback(client)
    elseif not client or client.rpc.is_closing() then
      callback(nil, 'the server ended while it started; :checkhealth ptk says more')
    elseif vim.uv.now() > deadline then
      callback(nil, 'the server does not answer; :PtkRestart starts it again')
    else
      vim.defer_fn(look, 10)
    end
  end
  look()
end

--- Calls back with the client as soon as it can be asked, or with what to do
--- about it. Starts the server where it does not run.
---@param callback fun(client?: vim.lsp.Client, problem?: string)
function M.with(callback)
  local id, problem = start()
  if not id then
    return callback(nil, problem)
  end
  when_ready(id, callback)
end

---@param client vim.lsp.Client
---@param method string
---@param params table
---@param callback fun(err?: lsp.ResponseError, result: any)
---@param buf? integer whose text the server must know as it is now
---@return integer? id of the request; nil where the server is gone
function M.request(client, method, params, callback, buf)
  local sent, id = call(client, 'request', method, params, callback, buf)
  return sent and id or nil
end

---@param client vim.lsp.Client
---@param method string
---@param params table
function M.notify(client, method, params)
  call(client, 'notify', method, params)
end

---@param client vim.lsp.Client
---@param id integer
function M.cancel(client, id)
  call(client, 'cancel_request', id)
end

---@param id integer
---@param callback fun()
local function when_gone(id, callback)
  local deadline = vim.uv.now() + stop_within_ms
  local function look()
    local client = vim.lsp.get_client_by_id(id)
    if not client or client.rpc.is_closing() then
      return callback()
    end
    if vim.uv.now() > deadline then
      call(client, 'stop', true)
    end
    vim.defer_fn(look, 20)
  end
  look()
end

--- Stops the server where it runs, and starts it.
function M.restart()
  local client = M.running()
  local function again()
    M.with(function(_, problem)
      vim.notify('ptk: ' .. (problem or 'the server is running'), problem and vim.log.levels.ERROR or nil)
    end)
  end
  if not client then
    return again()
  end
  stopping = client.id
  for _, callback in ipairs(on_end) do
    callback('the server was restarted')
  end
  call(client, 'stop')
  when_gone(client.id, again)
end

return M
