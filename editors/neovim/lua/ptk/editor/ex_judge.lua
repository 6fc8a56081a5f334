--- Judges Ex commands by what they can do. What is not known to be harmless is dangerous.
local M = {}

--- What a command can do: 'shows' changes no text and runs nothing else; 'edits'
--- changes text, files or windows; 'dangerous' can run code or is not known.
---@alias ptk.ExKind 'shows'|'edits'|'dangerous'

---@class ptk.ExVerdict
---@field kind ptk.ExKind
---@field risk? string for a dangerous command
---@field shell? string the command lines that it gives to a shell

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
  files fold foldclose foldopen help helpclose history jumps lclose lfirst llast llist lnext lopen lprevious ls marks
  messages nohlsearch oldfiles pwd registers scriptnames tabnext tabprevious tabs tags undolist version
]])

--- Commands that list something if they have no argument, and change it otherwise.
local lists = set([[
  abbreviate autocmd cabbrev cmap command file function highlight iabbrev imap lmap map menu nmap omap sign smap tmap
  vmap xmap
]])

local edits = set([[
  > < & && ~ bdelete center close copy delete diffoff diffupdate edit enew join k left mark move new only put quit read
  redo retab right saveas sort split substitute t tabclose tabnew tabonly undo update view vnew vsplit wall wincmd wq
  write xit yank z
]])

local shells = set('! grep lgrep lmake make terminal')

--- Commands that give text to a shell if a ! stands before their file.
local writes = set('read saveas update wq write xit')

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

local shell_risk = 'It runs a shell command.'
local runs_shell = dangerous(shell_risk)
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

--- Returns the arguments as they stand in the line.
---@param line string
---@param args string[]
---@return string
local function as_written(line, args)
  local pattern = table.concat(vim.tbl_map(vim.pesc, args), '%s+')
  return #line < 2000 and line:match(pattern .. '%s*$') or table.concat(args, ' ')
end

--- Judges a command that runs a shell; nil if it doesn't.
---@param line string
---@param cmd string
---@param args string[]
---@return ptk.ExVerdict?
local function judge_shell(line, cmd, args)
  local text = as_written(line, args)
  local shell ---@type string?
  if cmd == '!' then
    shell = text
  elseif cmd == 'terminal' then
    shell = text:gsub('^%+%+%S+%s*', '')
  elseif writes[cmd] and text:find('!', 1, true) then -- options may come before it, as in ++ff=unix
    shell = text:match('!(.*)')
  elseif not shells[cmd] then
    return nil
  end
  local verdict = dangerous(shell_risk)
  verdict.shell = shell ~= '' and shell or nil
  if shell and (shell:find('[%%#!`]') or shell:find('<%l')) then
    verdict.risk = shell_risk .. ' Neovim replaces %, #, ! and names in < > in it.'
  end
  return verdict
end

---@param line string
---@param cmd string the full name
---@param args string[]
---@return ptk.ExVerdict
local function judge_parsed(line, cmd, args)
  local first = args[1] or ''
  local in_shell = judge_shell(line, cmd, args)
  if in_shell then
    return in_shell
  elseif lists[cmd] and #args == 0 and not line:find('!', 1, true) then
    return { kind = 'shows' }
  elseif cmd == 'set' or cmd == 'setlocal' or cmd == 'setglobal' then
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
  if parsed.nextcmd == '' or (verdict.kind == 'dangerous' and not verdict.shell) then
    return verdict
  elseif verdict.shell then -- the rest may be part of the shell command or a command of its own
    verdict.shell = verdict.shell .. '|' .. parsed.nextcmd
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

return M
