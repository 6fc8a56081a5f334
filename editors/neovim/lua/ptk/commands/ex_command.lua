--- Runs Ex commands for the model. Commands that do more than show something are asked
--- for, whatever the server's rules allow; an "always" for the very command holds.
local M = {}

local approve = require('ptk.commands.approve')
local client = require('ptk.protocol.client')
local ex_commands = require('ptk.editor.ex_commands')
local ex_judge = require('ptk.editor.ex_judge')
local format = require('ptk.base.format')

local tool = 'run_editor_command'

---@type table<string, integer> approved command lines that have not run yet, with their number
local approved = {}

local edit_risk = 'It changes text, files or windows.'

---@param place ptk.ExPlace
---@return string
local function name_of(place)
  local path = place.buf and vim.api.nvim_buf_get_name(place.buf) or ''
  return path ~= '' and format.path(path) or 'an empty buffer'
end

--- Returns what a command would do, for the server.
---@param params ptk.RunCommandParams
---@return ptk.JudgeCommandResult?
---@return string? problem
function M.judge(params)
  local place, problem = ex_commands.place(params.uri)
  if not place then
    return nil, problem
  end
  local verdict = ex_judge.judge(format.ex_line(params))
  local is_shown = verdict.kind == 'shows'
  local win = place.win or 0
  return {
    effect = (verdict.kind == 'dangerous' and 'runs' or verdict.kind) --[[@as ptk.CommandEffect]],
    risk = not is_shown and (verdict.risk or edit_risk) or nil,
    shell = verdict.shell,
    dirUri = vim.uri_from_fname(vim.fn.getcwd(win)),
    target = name_of(place),
    uri = place.buf and vim.uri_from_bufnr(place.buf) or nil,
  }
end

--- What the question shows and offers for a command.
---@param params ptk.ApproveParams
---@param line string
---@param verdict ptk.ExVerdict
---@return ptk.ExQuestion
local function question(params, line, verdict)
  ---@class ptk.ExQuestion : ptk.OwnQuestion
  local shown = vim.tbl_extend('force', params, {
    command = line,
    target = params.target or name_of(ex_commands.place() or {}),
    risk = params.target and params.risk or verdict.risk or edit_risk,
    each_time = verdict.kind == 'dangerous',
  })
  if verdict.kind == 'dangerous' then
    shown.rule = nil
  end
  return shown
end

--- Answers the server's question about a call. An approved command runs once without
--- another question.
---@param params ptk.ApproveParams
---@return ptk.ApproveResult
function M.approve(params)
  if params.tool ~= tool then
    return approve.request(params)
  end
  local line = format.ex_line(params.args --[[@as ptk.RunCommandParams]])
  local result = approve.request(question(params, line, ex_judge.judge(line)))
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
---@param place ptk.ExPlace
---@param verdict ptk.ExVerdict
---@return ptk.ApproveResult
local function ask(line, params, place, verdict)
  local asked = question({
    conversationId = '',
    turnId = '',
    toolCallId = 'command ' .. vim.uv.hrtime(),
    tool = tool,
    toolKind = 'execute',
    title = ':' .. line,
    args = params,
    target = name_of(place),
    risk = verdict.risk or edit_risk,
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
  local place, problem = ex_commands.place(params.uri)
  if not place then
    return nil, problem
  end
  local verdict = ex_judge.judge(line)
  local allowed = take_approval(line) or verdict.kind == 'shows' or (verdict.kind == 'edits' and has_rule(line))
  if not allowed then
    local answer = ask(line, params, place, verdict)
    if answer.decision == 'reject' then
      local feedback = answer.feedback and ': ' .. answer.feedback or ''
      return nil, 'the user did not agree to the command' .. feedback
    end
  end
  return ex_commands.run(line, place)
end

return M
