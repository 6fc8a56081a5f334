--- The methods of a vim.lsp.Client, which are plain functions in Neovim 0.10.
local M = {}

local modern = vim.fn.has('nvim-0.11') == 1

---@param client vim.lsp.Client
---@param name string
---@param ... any
---@return any
local function call(client, name, ...)
  if modern then
    return client[name](client, ...)
  end
  return client[name](...)
end

---@param client vim.lsp.Client
---@param method string
---@param params table
---@param callback fun(err?: lsp.ResponseError, result: any)
---@param buf? integer the server is sent the changes of this buffer first
---@return integer? id of the request; nil if the server has ended
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

---@param client vim.lsp.Client
---@param force? boolean
function M.stop(client, force)
  call(client, 'stop', force)
end

return M
