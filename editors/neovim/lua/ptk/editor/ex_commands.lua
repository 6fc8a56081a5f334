--- Judges Ex commands by what they can do, and runs them in the last file window.
local M = {}

local buffers = require('ptk.editor.buffers')

--- What a command can do: 'shows' changes no text and runs nothing else; 'edits'
--- changes text, files or windows; 'dangerous' can run code or is not known.
---@alias ptk.ExKind 'shows'|'edits'|'dangerous'

---@class ptk.ExVerdict
---@field kind ptk.ExKind
---@field risk? string for a dangerous command

---@param names string
---@return table<string, true>
local function set(names)
  local all = {}
  for name in names:gmatch('%S+') do
    all[name] = true
  end
  return all
end

local shows = set([[
  bnext bprevious buffer buffers changes cc cclose cfirst clast clist cnext copen cprevious diffthis digraphs display
  files fold foldclose foldopen help helpclose jumps lclose lfirst llast llist lnext lopen lprevious ls marks
  messages nohlsearch oldfiles pwd scriptnames tabnext tabprevious tabs tags undolist version
]])

local edits = set([[
  > < & && ~ bdelete center close copy delete diffoff diffupdate edit enew join k left mark move new only put quit read
  redo retab right sort split substitute t tabclose tabnew tabonly undo update view vnew vsplit wall wincmd write yank z
]])

local shells = set('! grep lgrep lmake make terminal')

local code = set([[
  bufdo call cdo cfdo echo echomsg echon eval execute global if let ldo lfdo lua luado luafile normal perl perldo
  py3 py3do py3file pydo pyfile python python3 ruby rubydo runtime source tabdo vglobal while windo
]])

--- Options that :set may change without asking: they only affect the display.
local display_options = set('cursorline hlsearch list number relativenumber spell wrap')

---@param risk string
---@return ptk.ExVerdict
local function dangerous(risk)
  return { kind = 'dangerous', risk = risk }
end

local runs_shell = dangerous('It runs a shell command.')
local runs_code = dangerous('It runs code.')
local sets_options = dangerous('It changes options, which can run code.')
local unknown = dangerous('What it does is not known.')
local user_command = dangerous('It is a user command; what it does is not known.')

---@param arg string of :set
---@return boolean
local function changes_display(arg)
  return arg:match('^%l+%?$') ~= nil or display_options[arg] or display_options[arg:match('^no(%l+)$')] or false
end

---@type fun(line: string): ptk.ExVerdict
local judge_one

--- Judges :g by the command that it runs on each line.
---@param arg string such as /pattern/d
---@return ptk.ExVerdict
local function judge_global(arg)
  local delimiter, at = arg:sub(1, 1), 2
  while at <= #arg and arg:sub(at, at) ~= delimiter do
    at = at + (arg:sub(at, at) == '\\' and 2 or 1)
  end
  local command = arg:sub(at + 1)
  if delimiter:match('[%w\\"|]') or command:match('^%s*$') then
    return unknown
  end
  local verdict = judge_one(command)
  return verdict.kind == 'shows' and { kind = 'edits' } or verdict
end

---@param line string
---@param cmd string the full name
---@param args string[]
---@return ptk.ExVerdict
local function judge_parsed(line, cmd, args)
  local first = args[1] or ''
  if shells[cmd] or ((cmd == 'write' or cmd == 'read') and vim.startswith(first, '!')) then
    return runs_shell
  elseif cmd == 'set' then
    return vim.iter(args):all(changes_display) and { kind = 'shows' } or sets_options
  elseif cmd == 'global' or cmd == 'vglobal' then
    return judge_global(table.concat(args, ' '))
  elseif cmd:match('^%u') then
    return user_command
  elseif code[cmd] then
    return runs_code
  elseif not (edits[cmd] or shows[cmd]) then
    return unknown
  elseif line:find('`', 1, true) then -- a file name in backticks is the output of a command
    return runs_shell
  end
  local runs_expression = line:find('\\=', 1, true) or (cmd == 'put' and vim.startswith(first, '='))
  local runs_argument = vim.iter(args):any(function(arg)
    return vim.startswith(arg, '+') and cmd ~= 'substitute'
  end)
  if runs_expression or runs_argument or line:find('[\r\n%z\27\22]') then
    return runs_code
  end
  return { kind = (edits[cmd] or line:find('!', 1, true)) and 'edits' or 'shows' }
end

function judge_one(line)
  local ok, parsed = pcall(vim.api.nvim_parse_cmd, line, {})
  if not ok then
    return unknown
  end
  local verdict = judge_parsed(line, parsed.cmd, parsed.args or {})
  if verdict.kind == 'dangerous' or parsed.nextcmd == '' then
    return verdict
  end
  local following = judge_one(parsed.nextcmd)
  return following.kind == 'dangerous' and following or { kind = 'edits' }
end

--- Judges a command line. Commands joined by | are as bad as the worst of them.
---@param line string
---@return ptk.ExVerdict
function M.judge(line)
  if line:find('[%c]') then
    return runs_code
  end
  local verdict = judge_one(line)
  if verdict.kind == 'shows' and line:find('|', 1, true) then
    return { kind = 'edits' }
  end
  return verdict
end

--- Returns the window that commands run in and its buffer's name, '' if no file is
--- open.
---@return integer? win
---@return string path
function M.target()
  local win = buffers.file_window()
  return win, win and vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win)) or ''
end

---@param line string
---@return string? output
---@return string? problem
local function execute(line)
  local ok, result = pcall(vim.api.nvim_exec2, line, { output = true })
  if not ok then
    return nil, (tostring(result):gsub('^nvim_exec2%(%): ', ''):gsub('^Vim%(%a+%):', ''))
  end
  return result.output or ''
end

--- Runs a command in the last file window, without moving the focus there. If no
--- file is open it runs in an empty buffer: never in the chat.
---@param line string
---@return string? output
---@return string? problem
function M.run(line)
  local win = M.target()
  local output, problem ---@type string?, string?
  local function run()
    output, problem = execute(line)
  end
  if win == vim.api.nvim_get_current_win() then
    run()
  elseif win then
    vim.api.nvim_win_call(win, run)
  else
    local buf = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_call(buf, run)
    pcall(vim.api.nvim_buf_delete, buf, { force = true })
  end
  return output, problem
end

return M
