--- Asks the server what works, for :checkhealth.
local M = {}

local client = require('ptk.protocol.client')

local program_within_ms = 15000
local answer_within_ms = 10000

---@class ptk.Finding of `ptk-lsp doctor`
---@field area string such as "provider"
---@field name string
---@field ok boolean
---@field says string
---@field action? string what the user can do

--- Runs a program to its end.
---@param cmd string[]
---@return string? output
---@return string? problem
function M.run(cmd)
  local ok, process = pcall(vim.system, cmd, { text = true, timeout = program_within_ms })
  if not ok then
    return nil, tostring(process)
  end
  local result = process:wait()
  if result.code == 124 and result.signal ~= 0 then
    return nil, ('no answer in %d seconds'):format(program_within_ms / 1000)
  elseif result.code ~= 0 then
    return nil, vim.trim(result.stderr or '') .. (' (exit code %d)'):format(result.code)
  end
  return vim.trim(result.stdout or '')
end

--- Returns the findings of the server's program.
---@param program string
---@return ptk.Finding[]? findings
---@return string? problem
function M.findings(program)
  local output, problem = M.run({ program, 'doctor', '--json' })
  if not output then
    return nil, problem
  end
  local ok, report = pcall(vim.json.decode, output)
  if not ok or type(report) ~= 'table' or not vim.islist(report.findings) then
    return nil, 'its output cannot be read'
  end
  return vim.tbl_map(function(each)
    return { area = each.area, name = each.name, ok = each.ok, says = each.says, action = each['do'] }
  end, report.findings)
end

---@class ptk.Models as the running server knows them
---@field current string
---@field info? ptk.ModelInfo of the current model

--- Returns the model that the next message goes to. Starts the server.
---@param chosen? string by the user for the chat
---@return ptk.Models? models
---@return string? problem
function M.models(chosen)
  local answer
  client.request('ptk/models', {}, function(result, problem)
    answer = { result, problem }
  end)
  vim.wait(answer_within_ms, function()
    return answer ~= nil
  end, 20)
  local result, problem = unpack(answer or { nil, 'the server does not answer' }, 1, 2)
  if not result then
    return nil, problem or 'the server sent no result'
  end
  local current = chosen or result.current
  local info = vim.iter(result.models):find(function(model)
    return model.id == current
  end)
  return { current = current, info = info }
end

--- Returns the requests that the plugin sends and the server does not know.
---@param running vim.lsp.Client
---@param methods string[]
---@return string[]
function M.unknown_methods(running, methods)
  local experimental = running.server_capabilities and running.server_capabilities.experimental --[[@as any]]
  local known = type(experimental) == 'table' and experimental.ptk and experimental.ptk.methods or {}
  return vim.fn.sort(vim.tbl_filter(function(method)
    return not vim.list_contains(known, method)
  end, methods))
end

--- Returns the version that the running server has told, or nil if Neovim does not keep it.
---@param running vim.lsp.Client
---@return string?
function M.version(running)
  local info = running.server_info
  return info and info.version
end

return M
