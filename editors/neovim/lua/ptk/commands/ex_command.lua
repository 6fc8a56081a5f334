--- Runs Ex commands for the model. Commands that do more than show something are asked
--- for, whatever the server's rules allow.
local M = {}

local approve = require('ptk.commands.approve')

--- Commands that only show something or move in windows and lists, if their arguments
--- are plain.
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

--- Options that :set may change without asking: they only affect the display.
local display_options =
  { cursorline = true, hlsearch = true, list = true, number = true, relativenumber = true, spell = true, wrap = true }

---@type table<string, integer> approved command lines that have not run yet, with their number
local granted = {}

---@param params {command: string, args?: string[]}
---@return string
local function line_of(params)
  return table.concat(vim.list_extend({ params.command }, params.args or {}), ' ')
end

---@param arg string of :set
---@return boolean
local function changes_display(arg)
  return arg:match('^%l+%?$') ~= nil or display_options[arg] or display_options[arg:match('^no(%l+)$')] or false
end

---@param line string
---@return boolean
local function is_harmless(line)
  if line:find('[|`!%c]') then -- other commands, shell commands, keys
    return false
  end
  local ok, parsed = pcall(vim.api.nvim_parse_cmd, line, {})
  if not ok then
    return false
  elseif parsed.cmd == 'set' then
    return vim.iter(parsed.args):all(changes_display)
  end
  -- +{cmd} runs a command, as in :buffer +{cmd}.
  return harmless[parsed.cmd] == true
    and not vim.iter(parsed.args):any(function(arg)
      return vim.startswith(arg, '+')
    end)
end

--- Records that the user has approved a command.
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
    risk = 'An Ex command can do everything that you can do in Neovim.',
    each_time = true,
  })
end

--- Runs a command and returns its output.
---@param params ptk.RunCommandParams
---@return string? output
---@return string? problem
function M.run(params)
  local line = line_of(params)
  if line:find('[\r\n%z]') then
    return nil, 'a command must be one line'
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
