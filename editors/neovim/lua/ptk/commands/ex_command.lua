--- Runs Ex commands for the model. Commands that do more than show something are asked
--- for, whatever the server's rules allow; an "always" for the very command holds.
local M = {}

local approve = require('ptk.commands.approve')
local client = require('ptk.protocol.client')
local ex_commands = require('ptk.editor.ex_commands')
local format = require('ptk.base.format')

local tool = 'run_editor_command'

---@type table<string, integer> approved command lines that have not run yet, with their number
local approved = {}

--- What the question shows and offers for a command.
---@param params ptk.ApproveParams
---@param line string
---@param verdict ptk.ExVerdict
---@return ptk.ExQuestion
local function question(params, line, verdict)
  local _, path = ex_commands.target()
  ---@class ptk.ExQuestion : ptk.OwnQuestion
  ---@field target string name of the buffer that the command runs in
  local shown = vim.tbl_extend('force', params, {
    command = line,
    target = path ~= '' and format.path(path) or 'an empty buffer',
    risk = verdict.risk or 'It changes text, files or windows.',
    each_time = verdict.kind == 'dangerous',
  })
  if verdict.kind == 'dangerous' then
    shown.rule = nil
  end
  return shown
end

--- Answers the server's question about a call; questions about commands that only
--- show something are not passed on to the user.
---@param params ptk.ApproveParams
---@return ptk.ApproveResult
function M.approve(params)
  if params.tool ~= tool then
    return approve.request(params)
  end
  local line = format.ex_line(params.args)
  local verdict = ex_commands.judge(line)
  local result = { decision = 'allow_once' } ---@type ptk.ApproveResult
  if verdict.kind ~= 'shows' then
    result = approve.request(question(params, line, verdict))
  end
  if result.decision ~= 'reject' then
    approved[line] = (approved[line] or 0) + 1
  end
  return result
end

---@param line string
---@return boolean
local function take_approval(line)
  local times = approved[line] or 0
  approved[line] = times > 1 and times - 1 or nil
  return times > 0
end

--- Reports whether the user has allowed this very command for good: the server has a
--- rule that names it. A wider rule does not count.
---@param line string
---@return boolean
local function has_rule(line)
  local waiting = assert(coroutine.running(), 'ptk/runCommand runs outside of a coroutine')
  local match = line:gsub('[\\*]', '\\%0')
  client.request('ptk/permissions', {}, function(result)
    local found = vim.iter(result and result.rules or {}):any(function(rule)
      return rule.tool == tool and rule.match == match and rule.decision == 'allow'
    end)
    vim.schedule(function()
      local ok, problem = coroutine.resume(waiting, found)
      if not ok then
        vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
      end
    end)
  end)
  return coroutine.yield()
end

---@param line string
---@param params ptk.RunCommandParams
---@param verdict ptk.ExVerdict
---@return ptk.ApproveResult
local function ask(line, params, verdict)
  local asked = question({
    conversationId = '',
    turnId = '',
    toolCallId = 'command ' .. vim.uv.hrtime(),
    tool = tool,
    toolKind = 'execute',
    title = ':' .. line,
    args = params,
    risk = '',
  }, line, verdict)
  asked.each_time = true -- the server has no rule to add
  return approve.request(asked)
end

--- Runs a command and returns its output.
---@param params ptk.RunCommandParams
---@return string? output
---@return string? problem
function M.run(params)
  local line = format.ex_line(params)
  if line:find('[\r\n%z]') then
    return nil, 'a command must be one line'
  end
  local verdict = ex_commands.judge(line)
  local allowed = take_approval(line) or verdict.kind == 'shows' or (verdict.kind == 'edits' and has_rule(line))
  if not allowed then
    local answer = ask(line, params, verdict)
    if answer.decision == 'reject' then
      local feedback = answer.feedback and ': ' .. answer.feedback or ''
      return nil, 'the user did not agree to the command' .. feedback
    end
  end
  return ex_commands.run(line)
end

return M
