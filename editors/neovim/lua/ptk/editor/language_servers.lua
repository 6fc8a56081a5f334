--- Forwards requests of the server to the other language servers. Positions are
--- converted between the encodings of the two servers.
local M = {}

local api = vim.api
local buffers = require('ptk.editor.buffers')
local columns = require('ptk.base.columns')
local lsp = require('ptk.base.lsp')

--- The methods that are forwarded.
M.methods = {
  'textDocument/documentSymbol',
  'workspace/symbol',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/hover',
}

local answer_within_ms = 15000

---@class ptk.ServerAnswer
---@field client vim.lsp.Client
---@field err? lsp.ResponseError
---@field result? any

---@param code integer
---@param message string
---@return lsp.ResponseError
local function failure(code, message)
  return vim.lsp.rpc.rpc_response_error(code, message)
end

--- Loads a file without a window and without a question about a swap file, so that
--- its language servers attach.
---@param buf integer
local function load(buf)
  local shortmess = vim.o.shortmess
  vim.opt.shortmess:append('A')
  pcall(vim.fn.bufload, buf)
  vim.o.shortmess = shortmess
end

---@param uri string
---@return integer?
local function buffer(uri)
  local buf = buffers.buffer_of(uri)
  if not buf and vim.startswith(uri, 'file:') and vim.uv.fs_stat(vim.uri_to_fname(uri)) then
    buf = vim.uri_to_bufnr(uri)
    load(buf)
  end
  return buf and api.nvim_buf_is_loaded(buf) and buf or nil
end

---@param method string
---@param buf? integer
---@return vim.lsp.Client[]
local function others(method, buf)
  local filter = { method = method, bufnr = buf } --[[@as any]]
  return vim.tbl_filter(function(client)
    return client.name ~= 'ptk' and not client.rpc.is_closing()
  end, vim.lsp.get_clients(filter))
end

---@param position lsp.Position
---@param buf integer
---@param from string
---@param to string
---@return lsp.Position
local function recount(position, buf, from, to)
  local line = api.nvim_buf_get_lines(buf, position.line, position.line + 1, false)[1] or ''
  local byte = columns.to_byte(line, position.character, from)
  return { line = position.line, character = columns.from_byte(line, byte, to) }
end

--- Converts all positions of a result in place, except in files that are not loaded.
---@param value any
---@param uri? string of the document
---@param from string
---@param to string
local function recount_all(value, uri, from, to)
  if type(value) ~= 'table' then
    return
  end
  uri = value.targetUri or value.uri or uri
  if type(value.line) == 'number' and type(value.character) == 'number' then
    local buf = uri and buffers.buffer_of(uri)
    if buf then
      value.character = recount(value, buf, from, to).character
    end
    return
  end
  for _, each in pairs(value) do
    recount_all(each, uri, from, to)
  end
end

--- Sends a request to all clients at once and waits in the handler's coroutine for
--- all responses or the timeout.
---@param clients vim.lsp.Client[]
---@param method string
---@param params_for fun(client: vim.lsp.Client): table
---@param buf? integer
---@return ptk.ServerAnswer[]
local function gather(clients, method, params_for, buf)
  local waiting = assert(coroutine.running(), 'ptk/forward runs outside of a coroutine')
  local answers, pending, over = {}, {}, false ---@type ptk.ServerAnswer[], table<vim.lsp.Client, integer>, boolean
  local finish = vim.schedule_wrap(function()
    if not over then
      over = true
      local ok, problem = coroutine.resume(waiting)
      if not ok then
        vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
      end
    end
  end)
  for _, client in ipairs(clients) do
    pending[client] = 0
    local id = lsp.request(client, method, params_for(client), function(err, result)
      pending[client] = nil
      answers[#answers + 1] = { client = client, err = err, result = result }
      if next(pending) == nil then
        finish()
      end
    end, buf)
    pending[client] = pending[client] and id
  end
  if next(pending) == nil then
    finish()
  end
  vim.defer_fn(finish, answer_within_ms)
  coroutine.yield()
  for client, id in pairs(pending) do
    lsp.cancel(client, id)
  end
  return answers
end

---@param results any[]
---@return lsp.Hover
local function join_hovers(results)
  local texts = vim.tbl_map(function(hover)
    return table.concat(vim.lsp.util.convert_input_to_markdown_lines(hover.contents), '\n')
  end, results)
  return { contents = { kind = 'markdown', value = table.concat(texts, '\n\n') } }
end

---@param results any[]
---@return any[]
local function join_lists(results)
  local all = {}
  for _, result in ipairs(results) do
    vim.list_extend(all, vim.islist(result) and result or { result })
  end
  return all
end

---@param method string
---@param answers ptk.ServerAnswer[]
---@return any result
---@return lsp.ResponseError?
local function join(method, answers)
  local results, err = {}, nil ---@type any[], lsp.ResponseError?
  if #answers == 0 then
    err = failure(vim.lsp.protocol.ErrorCodes.InternalError, 'no language server answered in time')
  end
  for _, answer in ipairs(answers) do
    err = err or answer.err
    if answer.result ~= nil and answer.result ~= vim.NIL then
      results[#results + 1] = answer.result
    end
  end
  if #results == 0 then
    return not err and vim.NIL or nil, err and failure(err.code, err.message)
  elseif #results == 1 then
    return results[1]
  end
  return method == 'textDocument/hover' and join_hovers(results) or join_lists(results)
end

--- Forwards a request to the language servers of the document, or to all.
---@param params ptk.ForwardParams
---@param encoding string of ptk-lsp
---@return any result
---@return lsp.ResponseError?
function M.forward(params, encoding)
  local asked = params.params
  local uri = asked.textDocument and asked.textDocument.uri
  local buf = uri and buffer(uri)
  local clients = {} ---@type vim.lsp.Client[]
  if vim.list_contains(M.methods, params.method) and (buf or not uri) then
    clients = others(params.method, buf)
  end
  if #clients == 0 then
    return nil, failure(vim.lsp.protocol.ErrorCodes.MethodNotFound, 'no language server supports ' .. params.method)
  end
  local answers = gather(clients, params.method, function(client)
    local own = vim.deepcopy(asked)
    if own.position and buf then
      own.position = recount(own.position, buf, encoding, client.offset_encoding)
    end
    return own
  end, buf)
  for _, answer in ipairs(answers) do
    local from = answer.client.offset_encoding --[[@as string]]
    if from ~= encoding then
      recount_all(answer.result, uri, from, encoding)
    end
  end
  return join(params.method, answers)
end

return M
