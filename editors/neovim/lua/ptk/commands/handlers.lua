--- The server's requests and notifications, each passed to the module that handles
--- it. The modules are loaded by the first request.
local M = {}

--- The client's capabilities for the request "initialize".
---@type ptk.ClientCapabilities
M.capabilities = {
  readFile = true,
  diagnostics = true,
  approve = true,
  runCommand = true,
  judgeCommand = true,
  forward = require('ptk.editor.language_servers').methods,
  save = true,
  context = true,
}

---@param context lsp.HandlerContext
---@return string
local function encoding(context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  return client and client.offset_encoding or 'utf-16'
end

---@param problem string
---@return lsp.ResponseError
local function failure(problem)
  return vim.lsp.rpc.rpc_response_error(vim.lsp.protocol.ErrorCodes.InvalidParams, problem)
end

--- Progress is shown in status lines, where % begins an item that may run code.
---@param text string
---@return string
local function for_statusline(text)
  return (require('ptk.base.visible').line(text):gsub('%%', '％'))
end

---@type table<string, lsp.Handler>
M.all = {
  ['ptk/readFile'] = function(_, params)
    local result, problem = require('ptk.editor.files').read(params)
    if not result then
      return nil, failure(problem or 'the file cannot be read')
    end
    return result
  end,

  ['ptk/diagnostics'] = function(_, params, context)
    return require('ptk.editor.diagnostics').list(params, encoding(context))
  end,

  ['ptk/editorContext'] = function(_, _, context)
    return require('ptk.editor.context').current(encoding(context))
  end,

  ['ptk/save'] = function(_, params)
    return require('ptk.editor.edits').save(params)
  end,

  ['ptk/approve'] = function(_, params)
    return require('ptk.commands.ex_command').approve(params)
  end,

  ['ptk/judgeCommand'] = function(_, params)
    local result, problem = require('ptk.commands.ex_command').judge(params)
    if not result then
      return nil, failure(problem or 'the command cannot be judged')
    end
    return result
  end,

  ['ptk/runCommand'] = function(_, params)
    local output, problem = require('ptk.commands.ex_command').run(params)
    if not output then
      return nil, failure(problem or 'the command failed')
    end
    return { output = output }
  end,

  ['ptk/forward'] = function(_, params, context)
    return require('ptk.editor.language_servers').forward(params, encoding(context))
  end,

  ['workspace/applyEdit'] = function(_, params, context)
    return require('ptk.editor.edits').apply(params, context)
  end,

  ['$/progress'] = function(err, params, context)
    local value = params.value
    if type(value) == 'table' and (value.kind == 'begin' or value.kind == 'report' or value.kind == 'end') then
      value.title = value.title and for_statusline(value.title)
      value.message = value.message and for_statusline(value.message)
    end
    if require('ptk.state.turn').progress(params.token, value) then
      return vim.NIL
    end
    return vim.lsp.handlers['$/progress'](err, params, context)
  end,
}

return M
