--- Completes the arguments of the subcommands of :Ptk.
local M = {}

local client = require('ptk.protocol.client')

local timeout_ms = 1500

---@param method string
---@return any
local function request(method)
  return client.request_sync(method, {}, timeout_ms)
end

--- Completes a message, by the server.
---@param lead string
---@return string[]
local function mentions(lead)
  if not lead:match('^[@/]') then
    return {}
  end
  local params = { text = lead, offset = vim.fn.strutf16len(lead) }
  local result = client.request_sync('ptk/complete', params, timeout_ms)
  local items = vim.list_extend(result and result.items or {}, require('ptk.editor.mentions').items(lead))
  return vim.tbl_map(function(item)
    return vim.trim(item.insertText)
  end, items)
end

---@type table<string, fun(lead: string): string[]>
local candidates_of = {
  message = mentions,
  model = function()
    local result = request('ptk/models')
    local ids = {}
    for _, model in ipairs(result and result.models or {}) do
      ids[#ids + 1] = model.available and model.id or nil
    end
    return ids
  end,
  mode = function()
    return require('ptk.commands.choose').mode_names()
  end,
  chats = function()
    return require('ptk.commands.chats').action_names()
  end,
  source = function()
    return require('ptk.commands.sources').names()
  end,
  plan = function()
    return { 'edit' }
  end,
  log = function()
    return vim.fn.sort(vim.tbl_keys(require('ptk.commands.log').files()))
  end,
  file = function(lead)
    return vim.fn.getcompletion(lead, 'file')
  end,
  history = function()
    local result = request('ptk/conversations')
    return vim.tbl_map(function(info)
      return info.title
    end, result and result.conversations or {})
  end,
}

--- Completes an argument of the given kind.
---@param kind string
---@param lead string
---@return string[]
function M.complete(kind, lead)
  local candidates = candidates_of[kind](lead)
  if kind == 'message' or kind == 'file' then
    return candidates
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word:lower(), lead:lower())
  end, candidates)
end

return M
