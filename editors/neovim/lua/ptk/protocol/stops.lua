--- Tells servers that were stopped on purpose, by :lsp stop, vim.lsp.enable('ptk', false)
--- or client:stop(), from those that crashed.
local M = {}

--- The connections over which Neovim has asked the server to end.
---@type table<vim.lsp.rpc.PublicClient, true>
local asked = setmetatable({}, { __mode = 'k' })

--- Whether the last server was stopped and none was started since.
local is_stopped = false

--- Notes when Neovim asks the server of a connection to end.
---@param rpc vim.lsp.rpc.PublicClient
---@return vim.lsp.rpc.PublicClient
function M.watch(rpc)
  is_stopped = false
  local request, terminate = rpc.request, rpc.terminate
  ---@diagnostic disable-next-line: duplicate-set-field
  rpc.request = function(method, ...)
    if method == 'shutdown' then
      asked[rpc] = true
    end
    return request(method, ...)
  end
  ---@diagnostic disable-next-line: duplicate-set-field
  rpc.terminate = function(...)
    asked[rpc] = true
    return terminate(...)
  end
  return rpc
end

--- Reports whether the server of a client that ends now was asked to end.
---@param id integer
---@return boolean
function M.was_asked(id)
  local client = vim.lsp.get_client_by_id(id)
  return client ~= nil and asked[client.rpc] == true
end

--- Notes that the server has ended on purpose.
function M.note()
  is_stopped = true
end

--- Reports whether the server is to stay stopped until the user does something that needs
--- it.
---@return boolean
function M.is_stopped()
  return is_stopped
end

return M
