--- The language client: one for all of Neovim, started by the first use and
--- again after the server has ended. Knows nothing of chats.
local M = {}

local ready_within_ms = 15000
local stop_within_ms = 3000
local modern = vim.fn.has('nvim-0.11') == 1
local process = require('ptk.process')

--- 0.10 has functions where later versions have methods.
local function call(client, name, ...)
  if modern then
    return client[name](client, ...)
  end
  return client[name](...)
end

local markers = { '.ptk', '.git' }

---@type string? that of the file that was asked about last
local last_root

--- The workspace of a file; of another buffer, such as the chat's, that of the
--- file beside it, or of the last one.
---@param buf integer
---@return string
function M.root_of(buf)
  local is_file = require('ptk.sync').stands_for_file
  if not is_file(buf) then
    local win = require('ptk.editor').file_window()
    buf = win and vim.api.nvim_win_get_buf(win) or buf
  end
  if is_file(buf) then
    last_root = vim.fs.root(buf, markers) or vim.fn.getcwd()
    return last_root
  end
  return last_root or vim.fs.root(vim.fn.getcwd(), markers) or vim.fn.getcwd()
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

--- Makes the repository of a file one of the workspace's folders.
---@param client vim.lsp.Client
---@param buf integer
function M.add_root(client, buf)
  local root = vim.fs.root(buf, markers)
  if root then
    add_folder(client, root)
  end
end

---@param client vim.lsp.Client
---@param config vim.lsp.ClientConfig
---@return boolean
local function reuse(client, config)
  if client.name ~= 'ptk' or client.rpc.is_closing() or process.is_stopping(client.id) then
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
    cmd = process.start,
    root_dir = function(buf, on_dir)
      if require('ptk.sync').is_file(buf) then
        on_dir(M.root_of(buf))
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
    on_exit = function(_, _, id)
      process.ended(id, function()
        if not M.running() then
          M.with(function() end)
        end
      end)
    end,
    commands = require('ptk.actions').commands,
    -- Neovim 0.10 hangs where a server ends after it has stopped to look.
    flags = { exit_timeout = stop_within_ms },
    exit_timeout = stop_within_ms,
    get_language_id = function(_, filetype)
      return filetype ~= '' and filetype or 'plaintext'
    end,
  }
end

---@return vim.lsp.Client? the running client; it may still be starting
function M.running()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'ptk' })) do
    if not client.rpc.is_closing() and not process.is_stopping(client.id) then
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
  config = vim.tbl_extend('force', config, { root_dir = M.root_of(0) })
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

--- Asks the server, started where it does not run. Calls back with the result,
--- or with what went wrong, for the user.
---@param method string
---@param params table
---@param callback fun(result: any, problem?: string)
function M.ask(method, params, callback)
  M.with(function(client, problem)
    if not client then
      return callback(nil, problem)
    end
    local id = M.request(client, method, next(params) and params or vim.empty_dict(), function(err, result)
      callback(result, err and require('ptk.visible').text(err.message) or nil)
    end)
    if not id then
      callback(nil, 'the server is gone; try again')
    end
  end)
end

--- Asks and waits, for a completion on the command line; nil where the answer
--- takes too long.
---@param method string
---@param params table
---@param within_ms integer
---@return any
function M.ask_now(method, params, within_ms)
  local answer
  M.ask(method, params, function(result)
    answer = { result }
  end)
  vim.wait(within_ms, function()
    return answer ~= nil
  end, 5)
  return answer and answer[1]
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
  process.expect_end(client.id)
  call(client, 'stop')
  when_gone(client.id, again)
end

return M
