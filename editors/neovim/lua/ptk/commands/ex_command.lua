--- Ex commands that the model wants to have run. Whatever the server's rules
--- allow, all but a few that only show something are asked for here.
local M = {}

local approve = require('ptk.commands.approve')

--- Commands that show, or move in windows and lists; with plain arguments they
--- change no text and start nothing.
local harmless = {}
for name in
  ([[
  bnext bprevious buffer buffers changes cc cclose cfirst clast clist cnext copen cprevious diffthis digraphs display
  files fold foldclose foldopen help helpclose jumps lclose lfirst llast llist lnext lopen lprevious ls marks
  messages nohlsearch oldfiles pwd scriptnames tabnext tabprevious tabs tags undolist version
]]):gmatch('%S+')
do
  harmless[name] = true
end

--- Options that :set may turn on and off: they change how text looks.
local looks =
  { cursorline = true, hlsearch = true, list = true, number = true, relativenumber = true, spell = true, wrap = true }

---@type table<string, integer> command lines that the user has agreed to, and not run yet
local granted = {}

---@param params {command: string, args?: string[]}
---@return string
local function line_of(params)
  return table.concat(vim.list_extend({ params.command }, params.args or {}), ' ')
end

---@param arg string of :set
---@return boolean
local function only_looks(arg)
  return arg:match('^%l+%?$') ~= nil or looks[arg] or looks[arg:match('^no(%l+)$')] or false
end

---@param line string
---@return boolean
local function is_harmless(line)
  if line:find('[|`!%c]') then -- other commands, a shell's, and what a key would do
    return false
  end
  local ok, parsed = pcall(vim.api.nvim_parse_cmd, line, {})
  if not ok then
    return false
  elseif parsed.cmd == 'set' then
    return vim.iter(parsed.args):all(only_looks)
  end
  -- Behind a + stands a command, as in :buffer +{cmd}.
  return harmless[parsed.cmd] == true
    and not vim.iter(parsed.args):any(function(arg)
      return vim.startswith(arg, '+')
    end)
end

--- Remembers that the user has just agreed to this very command.
---@param params ptk.ApproveParams
---@param result ptk.ApproveResult
function M.approved(params, result)
  if params.tool == 'run_editor_command' and result.decision ~= 'reject' then
    local line = line_of(params.args)
    granted[line] = (granted[line] or 0) + 1
  end
end

---@param line string
---@return boolean
local function was_granted(line)
  local times = granted[line] or 0
  granted[line] = times > 1 and times - 1 or nil
  return times > 0
end

---@param line string
---@param params ptk.RunCommandParams
---@return ptk.ApproveResult
local function ask(line, params)
  return approve.request({
    conversationId = '',
    turnId = '',
    toolCallId = 'command ' .. vim.uv.hrtime(),
    tool = 'run_editor_command',
    toolKind = 'execute',
    title = ':' .. line,
    command = line,
    args = params,
    risk = 'A command of Neovim may do all that you can do in it.',
    each_time = true,
  })
end

--- Runs the command and gives what it printed; for a handler.
---@param params ptk.RunCommandParams
---@return string? output
---@return string? problem
function M.run(params)
  local line = line_of(params)
  if line:find('[\r\n%z]') then
    return nil, 'a command is one line'
  end
  if not was_granted(line) and not is_harmless(line) then
    local answer = ask(line, params)
    if answer.decision == 'reject' then
      local feedback = answer.feedback and ': ' .. answer.feedback or ''
      return nil, 'the user did not agree to the command' .. feedback
    end
  end
  local ok, result = pcall(vim.api.nvim_exec2, line, { output = true })
  if not ok then
    return nil, (tostring(result):gsub('^nvim_exec2%(%): ', ''):gsub('^Vim%(%a+%):', ''))
  end
  return result.output or ''
end

return M
