--- Code actions: explain, fix, document, tests, edit, add to chat, for the selection or the
--- definition around the cursor, and fix and explain for the diagnostics of all sources.
--- plugin/ptk_actions.lua passes the requests on.
local M = {}

local around_cursor = require('ptk.editor.around_cursor')
local buffers = require('ptk.editor.buffers')
local editor_context = require('ptk.editor.context')
local format = require('ptk.base.format')

local max_diagnostics = 5
local automatic = 2 -- lsp.CodeActionTriggerKind

---@class ptk.Action
---@field title string with the place or the problem
---@field kind string of LSP
---@field mode? ptk.Mode
---@field ask? string the message; nil only attaches
---@field input? string asks the user for what is added to the message

---@type table<string, ptk.Action>
local actions = {
  fix = { title = 'Fix with ptk: %s', kind = 'quickfix', mode = 'agent', ask = 'Fix this problem: %s' },
  fix_all = {
    title = 'Fix with ptk: all %d problems',
    kind = 'quickfix',
    mode = 'agent',
    ask = 'Fix these problems:\n%s',
  },
  explain_problem = {
    title = 'Explain with ptk: %s',
    kind = 'quickfix',
    mode = 'ask',
    ask = 'Explain this problem, and how to mend it: %s',
  },
  explain = { title = 'Explain with ptk: %s', kind = 'source', mode = 'ask', ask = 'Explain this code (%s).' },
  mend = {
    title = 'Find and fix bugs with ptk: %s',
    kind = 'refactor.rewrite',
    mode = 'agent',
    ask = 'Look for bugs in this code (%s), and fix them.',
  },
  document = {
    title = 'Document with ptk: %s',
    kind = 'refactor.rewrite',
    mode = 'agent',
    ask = 'Document this code (%s) in the style of the file. Change nothing else.',
  },
  tests = {
    title = 'Write tests with ptk: %s',
    kind = 'source',
    mode = 'agent',
    ask = 'Write tests for this code (%s), where and how the project has its tests.',
  },
  edit = {
    title = 'Edit with ptk: %s …',
    kind = 'refactor.rewrite',
    mode = 'agent',
    ask = 'Change this code (%s): ',
    input = 'Change %s: ',
  },
  add = { title = 'Add to the chat: %s', kind = 'source' },
}

--- The actions for code, in their order.
local for_code = { 'explain', 'edit', 'mend', 'document', 'tests', 'add' }

---@class ptk.ActionTarget the argument of the command
---@field action string
---@field uri string
---@field first integer line, from 1
---@field last integer
---@field about string the place or the problem

---@param kind string
---@param only? string[] the requested kinds
---@return boolean
local function wanted(kind, only)
  return not only
    or vim.iter(only):any(function(prefix)
      return prefix == '' or kind == prefix or vim.startswith(kind, prefix .. '.')
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

---@param uri string
---@param diagnostic vim.Diagnostic
---@return string
local function describe(uri, diagnostic)
  local origin = table.concat({ diagnostic.source, diagnostic.code and tostring(diagnostic.code) }, ' ')
  local place = ('%s:%d'):format(format.file_name(uri), diagnostic.lnum + 1)
  return ('%s: %s%s'):format(place, diagnostic.message, origin ~= '' and (' (%s)'):format(origin) or '')
end

---@param list lsp.CodeAction[]
---@param shown string|integer what the title names
---@param target ptk.ActionTarget
local function add(list, shown, target)
  local action = actions[target.action]
  local title = action.title:format(shown)
  local command = { title = title, command = 'ptk.action', arguments = { target } }
  list[#list + 1] = { title = title, kind = action.kind, command = command } --[[@as lsp.CodeAction]]
end

---@param list lsp.CodeAction[]
---@param uri string
---@param found vim.Diagnostic[]
local function add_for_problems(list, uri, found)
  local all, first, last = {}, math.huge, 0
  for _, diagnostic in ipairs(found) do
    local from, to = diagnostic.lnum + 1, (diagnostic.end_lnum or diagnostic.lnum) + 1
    local about = describe(uri, diagnostic)
    all[#all + 1], first, last = '- ' .. about, math.min(first, from), math.max(last, to)
    local shown = format.short(vim.split(diagnostic.message, '\n', { plain = true })[1])
    for _, name in ipairs({ 'fix', 'explain_problem' }) do
      add(list, shown, { action = name, uri = uri, first = from, last = to, about = about })
    end
  end
  if #found > 1 then
    local about = table.concat(all, '\n')
    add(list, #found, { action = 'fix_all', uri = uri, first = first, last = last, about = about })
  end
end

--- Returns the actions for a range or the cursor.
---@param params lsp.CodeActionParams
---@return lsp.CodeAction[]
function M.list(params)
  local uri, range = params.textDocument.uri, params.range
  local buf = buffers.buffer_of(uri)
  if not buf or params.context.triggerKind == automatic then -- for plugins that show a light bulb
    return {}
  end
  local list = {} ---@type lsp.CodeAction[]
  add_for_problems(list, uri, diagnostics_in(buf, range))
  local first, last = around_cursor.lines(buf, range)
  local about = format.attachment_title({ uri = uri, range = editor_context.lines_attachment(buf, first, last).range })
  for _, name in ipairs(for_code) do
    add(list, about, { action = name, uri = uri, first = first, last = last, about = about })
  end
  return vim.tbl_filter(function(each)
    return wanted(each.kind --[[@as string]], params.context.only)
  end, list)
end

---@param target ptk.ActionTarget
---@param message? string nil only attaches
---@param mode? ptk.Mode
local function send(target, message, mode)
  local chat = require('ptk.commands.session').current()
  chat:attach(editor_context.lines_attachment(vim.uri_to_bufnr(target.uri), target.first, target.last))
  require('ptk.view.window').open(chat, { focus = message == nil })
  if message then
    chat:ask_when_loaded(message, { mode = mode })
  end
end

--- Does what the user has chosen.
---@param command lsp.Command
function M.run(command)
  local target = command.arguments[1] --[[@as ptk.ActionTarget]]
  local action = actions[target.action]
  local message = action.ask and action.ask:format(target.about)
  if not action.input then
    return send(target, message, action.mode)
  end
  vim.ui.input({ prompt = action.input:format(target.about) }, function(text)
    if vim.trim(text or '') ~= '' then
      send(target, message .. text, action.mode)
    end
  end)
end

return M
