--- Code actions on diagnostics: explain, fix. Neovim sends a server only the server's
--- own diagnostics, so the requests are handled here, for diagnostics of all sources.
local M = {}

local buffers = require('ptk.editor.buffers')
local editor_context = require('ptk.editor.context')
local format = require('ptk.base.format')

local max_diagnostics = 5
local handshake, actions, execute = 'initialize', 'textDocument/codeAction', 'workspace/executeCommand'
local count = 0

---@class ptk.Action
---@field title string
---@field mode ptk.Mode
---@field ask string

---@type table<string, ptk.Action> by command
local offered = {
  ['ptk.fix'] = { title = 'Fix with ptk: %s', mode = 'agent', ask = 'Fix this problem: %s' },
  ['ptk.explain'] = {
    title = 'Explain with ptk: %s',
    mode = 'ask',
    ask = 'Explain this problem, and how to mend it: %s',
  },
}

---@param message string
---@return string
local function first_line(message)
  return format.short(vim.split(message, '\n', { plain = true })[1])
end

---@param only? string[] the requested kinds
---@return boolean
local function wanted(only)
  return not only or vim.iter(only):any(function(kind)
    return kind == '' or kind == 'quickfix'
  end)
end

---@param buf integer
---@param range lsp.Range
---@return vim.Diagnostic[] sorted by severity
local function diagnostics_in(buf, range)
  local found = vim.tbl_filter(function(diagnostic)
    local last = diagnostic.end_lnum or diagnostic.lnum
    return diagnostic.lnum <= range['end'].line and last >= range.start.line
  end, vim.diagnostic.get(buf))
  table.sort(found, function(a, b)
    return a.severity < b.severity or (a.severity == b.severity and a.lnum < b.lnum)
  end)
  return vim.list_slice(found, 1, max_diagnostics)
end

---@param params lsp.CodeActionParams
---@return lsp.CodeAction[]
function M.list(params)
  local buf = buffers.buffer_of(params.textDocument.uri)
  if not buf or not wanted(params.context.only) then
    return {}
  end
  local list = {} ---@type lsp.CodeAction[]
  for _, diagnostic in ipairs(diagnostics_in(buf, params.range)) do
    for _, name in ipairs({ 'ptk.fix', 'ptk.explain' }) do
      local title = offered[name].title:format(first_line(diagnostic.message))
      local arguments = {
        {
          uri = params.textDocument.uri,
          line = diagnostic.lnum,
          last = diagnostic.end_lnum or diagnostic.lnum,
          message = diagnostic.message,
          source = diagnostic.source,
          code = diagnostic.code,
        },
      }
      list[#list + 1] =
        { title = title, kind = 'quickfix', command = { title = title, command = name, arguments = arguments } }
    end
  end
  return list
end

---@param command lsp.Command
local function run(command)
  local action, problem = offered[command.command], command.arguments[1] --[[@as any]]
  local buf = vim.uri_to_bufnr(problem.uri)
  local origin = table.concat({ problem.source, problem.code and tostring(problem.code) }, ' ')
  local place = ('%s:%d'):format(format.file_name(problem.uri), problem.line + 1)
  local text = ('%s: %s%s'):format(place, problem.message, origin ~= '' and (' (%s)'):format(origin) or '')
  local chat = require('ptk.commands.session').current()
  chat:attach(editor_context.lines_attachment(buf, problem.line + 1, problem.last + 1))
  require('ptk.view.window').open(chat, { focus = false })
  chat:ask_when_loaded(action.ask:format(text), { mode = action.mode })
end

--- The client's commands.
M.commands = { ['ptk.fix'] = run, ['ptk.explain'] = run }

---@param result lsp.InitializeResult
local function announce(result)
  result.capabilities.codeActionProvider = { codeActionKinds = { 'quickfix' } }
  result.capabilities.executeCommandProvider = { commands = vim.fn.sort(vim.tbl_keys(M.commands)) }
end

---@type table<string, fun(params: table): any>
local answers = {
  [actions] = M.list,
  [execute] = function(params)
    run(params)
    return vim.NIL
  end,
}

--- Wraps a connection so that it handles the code action requests itself.
---@param rpc vim.lsp.rpc.PublicClient
---@return vim.lsp.rpc.PublicClient
function M.intercept(rpc)
  local request = rpc.request
  ---@diagnostic disable-next-line: duplicate-set-field
  rpc.request = function(method, params, callback, on_reply)
    if method == handshake then
      return request(method, params, function(err, result, ...)
        if result then
          announce(result)
        end
        callback(err, result, ...)
      end, on_reply)
    end
    local answer = answers[method]
    if not answer then
      return request(method, params, callback, on_reply)
    end
    count = count - 1 -- the ids of the connection are positive
    local id = count
    vim.schedule(function()
      local result = answer(params)
      if on_reply then
        on_reply(id)
      end
      callback(nil, result, id)
    end)
    return true, id
  end
  return rpc
end

return M
