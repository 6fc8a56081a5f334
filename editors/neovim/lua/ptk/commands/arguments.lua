--- Completes the arguments of the Ex commands.
local M = {}

local client = require('ptk.protocol.client')

local timeout_ms = 1500

---@param method string
---@return any
local function request(method)
  return client.request_sync(method, {}, timeout_ms)
end

--- Completes the message of :PtkAsk, by the server.
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
  PtkAsk = mentions,
  PtkModel = function()
    local result = request('ptk/models')
    local ids = {}
    for _, model in ipairs(result and result.models or {}) do
      ids[#ids + 1] = model.available and model.id or nil
    end
    return ids
  end,
  PtkMode = function()
    return require('ptk.commands.choose').mode_names()
  end,
  PtkChats = function()
    return require('ptk.commands.chats').action_names()
  end,
  PtkPlan = function()
    return { 'edit' }
  end,
  PtkLog = function()
    return vim.fn.sort(vim.tbl_keys(require('ptk.commands.log').files()))
  end,
  PtkContext = function(lead)
    return vim.fn.getcompletion(lead, 'file')
  end,
  PtkHistory = function()
    local result = request('ptk/conversations')
    return vim.tbl_map(function(info)
      return info.title
    end, result and result.conversations or {})
  end,
}

--- For the commands' `complete`.
---@param command string
---@param lead string
---@return string[]
function M.complete(command, lead)
  local complete = candidates_of[command]
  local candidates = complete and complete(lead) or {}
  if command == 'PtkAsk' or command == 'PtkContext' then
    return candidates
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word:lower(), lead:lower())
  end, candidates)
end

return M
