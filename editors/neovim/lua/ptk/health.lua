--- :checkhealth ptk
local M = {}

local health = vim.health
local client = require('ptk.protocol.client')
local completion = require('ptk.commands.completion')
local config = require('ptk.base.config')
local doctor = require('ptk.commands.doctor')
local log = require('ptk.commands.log')
local protocol = require('ptk.protocol')
local server = require('ptk.protocol.server')
local store = require('ptk.state.store')
local visible = require('ptk.base.visible')

local function check_editor()
  local version = vim.fn.matchstr(vim.fn.execute('version'), [[NVIM v\zs[0-9.]*]])
  if vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. version)
  else
    health.error('Neovim ' .. version .. ' is too old', 'install Neovim 0.10 or later')
  end
  if pcall(vim.treesitter.language.add, 'markdown') then
    health.ok('tree-sitter highlights the chat')
  else
    health.warn(
      'no tree-sitter parser for Markdown: the chat is highlighted by syntax/markdown.vim',
      'install the parsers that Neovim ships, or nvim-treesitter with :TSInstall markdown markdown_inline'
    )
  end
end

local function check_help()
  if vim.list_contains(vim.fn.getcompletion('ptk-commands', 'help'), 'ptk-commands') then
    return health.ok('the help tags are found: try :help ptk')
  end
  local path = vim.api.nvim_get_runtime_file('doc/ptk.txt', false)[1]
  health.warn(':help ptk finds nothing: doc/tags is missing', path and ':helptags ' .. vim.fs.dirname(path) or nil)
end

local function check_completion()
  local engine = completion.engine()
  if engine then
    health.ok(('the prompt is completed by %s, from the language client ptk-chat'):format(engine))
  elseif config.get().completion then
    health.ok('the prompt is completed while you type')
  else
    health.info('the prompt is completed only by CTRL-X CTRL-O: completion = false in setup')
  end
end

--- Checks that the draft can be saved.
local function check_state()
  if not config.get().restore then
    return health.info('the conversation and the draft are not restored: restore = false in setup')
  end
  local folder = store.folder()
  local parent = vim.uv.fs_stat(folder) and folder or vim.fn.stdpath('state') --[[@as string]]
  pcall(vim.fn.mkdir, parent, 'p')
  if vim.uv.fs_access(parent, 'W') then
    health.ok('the draft is saved in ' .. folder)
  else
    health.error('the draft cannot be saved: ' .. parent .. ' is not writable', 'see $XDG_STATE_HOME')
  end
end

--- Reports whether a file was changed after another one.
---@param path string
---@param other string
---@return boolean
local function is_newer(path, other)
  local a, b = vim.uv.fs_stat(path), vim.uv.fs_stat(other)
  return a ~= nil and b ~= nil and a.mtime.sec > b.mtime.sec
end

--- Checks the program.
---@return string? program
local function check_program()
  local cmd, problem = server.find()
  if not cmd then
    local build = 'run :Ptk install, then :Ptk restart'
    local advice = vim.fn.executable('go') == 1 and build or 'install Go (https://go.dev/dl), then ' .. build
    health.error(problem --[[@as string]], advice)
    return nil
  end
  local version, failure = doctor.run({ cmd[1], 'version' })
  if not version then
    health.error(('%s does not run: %s'):format(cmd[1], failure), 'build it again: :Ptk install')
    return nil
  end
  health.ok(('%s: %s'):format(table.concat(cmd, ' '), version))
  local path = vim.fn.exepath(cmd[1])
  local source = vim.fs.joinpath(server.repository(), 'editors', 'neovim', 'lua', 'ptk', 'protocol.lua')
  local built = path == server.installed() or vim.startswith(path, server.repository() .. '/')
  if built and is_newer(source, path) then
    health.warn('the server was built before the plugin was updated', 'run :Ptk install, then :Ptk restart')
  end
  return cmd[1]
end

--- Checks that plugin and server speak of the same.
---@param running vim.lsp.Client
---@param program string
local function check_versions(running, program)
  local unknown = doctor.unknown_methods(running, vim.tbl_values(protocol.server))
  if #unknown > 0 then
    health.error(
      'the server is older than the plugin; it does not know ' .. table.concat(unknown, ', '),
      'run :Ptk install (or put a newer ptk-lsp into the PATH), then :Ptk restart'
    )
  else
    health.ok('plugin and server fit together')
  end
  local told, installed = doctor.version(running), doctor.run({ program, 'version' }) or ''
  if told and not installed:find(told, 1, true) then
    health.warn(('version %s runs, and another one is installed'):format(told), 'run :Ptk restart')
  end
end

---@param program string
local function check_client(program)
  local running = client.running()
  if not running then
    return health.error('the server does not run', 'see :Ptk log, and :Ptk log neovim')
  end
  local files = vim.tbl_count(running.attached_buffers)
  health.ok(('the server runs (client %d) and has %d open file%s'):format(running.id, files, files == 1 and '' or 's'))
  check_versions(running, program)
  for _, folder in ipairs(running.workspace_folders or {}) do
    health.info('workspace folder: ' .. folder.name)
  end
end

---@param findings ptk.Finding[]
---@param area string
---@param name? string
---@return ptk.Finding[]
local function of(findings, area, name)
  return vim.tbl_filter(function(each)
    return each.area == area and (not name or each.name == name)
  end, findings)
end

--- Tells whether the key of a provider is set, never its value.
---@param provider string
---@param finding? ptk.Finding
local function check_key(provider, finding)
  local missing = finding and finding.says:match('no key: set ([%w_]+)')
  local variable = finding and finding.says:match('key found in ([%w_]+)')
  if missing then
    health.error('the key of ' .. provider .. ' is not set', {
      ('set %s in the environment that Neovim starts in, then run :Ptk restart'):format(missing),
      'or choose another model: :Ptk model',
    })
  elseif variable then
    health.ok(('the key of %s is set, by $%s'):format(provider, variable))
  else
    health.ok(('the key of %s is set in the settings, or it needs none'):format(provider))
  end
end

---@param findings ptk.Finding[]
local function check_model(findings)
  local state = require('ptk').state()
  local models, problem = doctor.models(state and state.model)
  if not models then
    return health.error('the models cannot be listed: ' .. visible.line(problem or ''), 'see :Ptk log')
  end
  local provider = models.current:match('^[^/]*')
  local finding = of(findings, 'provider', provider)[1]
  if provider == 'offline' then
    return health.warn('no model is set up: ' .. models.current .. ' answers from your files alone', {
      'set the key of a provider, such as $OPENAI_API_KEY, or start a local one such as Ollama; then run :Ptk restart',
      'or name a model: require("ptk").setup({ settings = { model = "provider/model" } })',
    })
  end
  local says = visible.line(finding and finding.says or models.info and models.info.reason or '')
  if models.info and not models.info.available then
    local reason = visible.line(models.info.reason or '')
    health.error(('the model %s is not available: %s'):format(models.current, reason), 'choose another one: :Ptk model')
  elseif finding and not finding.ok and not says:find('^no key') then
    health.error(('%s does not answer: %s'):format(provider, says), 'check the network and the address of the provider')
  else
    health.ok(('the next message goes to %s%s'):format(models.current, says ~= '' and ': ' .. says or ''))
  end
  check_key(provider, finding)
end

--- Lists findings: the faults one by one, the rest in a line.
---@param findings ptk.Finding[]
---@param title string
local function list(findings, title)
  local fine = 0
  for _, each in ipairs(findings) do
    local text = visible.line(('%s: %s: %s'):format(title, each.name, each.says))
    if each.ok and #findings > 3 then
      fine = fine + 1
    elseif each.ok then
      health.ok(text)
    else
      health.warn(text, each.action and visible.line(each.action) or nil)
    end
  end
  if fine > 0 then
    health.ok(('%s: %d of %d checks are fine'):format(title, fine, #findings))
  end
end

---@param program string
local function check_findings(program)
  local findings, problem = doctor.findings(program)
  if not findings then
    health.error(('%s doctor fails: %s'):format(program, problem), 'run it in a terminal')
    findings = {}
  end
  health.start('ptk: the model')
  check_model(findings)
  health.start('ptk: the workspace')
  list(of(findings, 'workspace'), 'workspace')
  list(of(findings, 'settings'), 'settings')
  list(of(findings, 'search'), 'index')
  list(of(findings, 'index'), 'index')
  list(of(findings, 'mcp'), 'MCP servers')
  health.start('ptk: the sandbox of commands')
  list(of(findings, 'sandbox'), 'sandbox')
  health.info('all of it, with the other providers: ' .. program .. ' doctor')
end

local function check_logs()
  for name, path in vim.spairs(log.files()) do
    health.info(('log of %s: %s (:Ptk log %s)'):format(name, path, name))
  end
end

--- Runs a check; an error in it is reported, and does not end the others.
---@param check fun()
local function try(check)
  local ok, problem = pcall(check)
  if not ok then
    health.error('the check failed: ' .. tostring(problem), 'mend what it names, then run the check again')
  end
end

function M.check()
  require('ptk.app')
  health.start('ptk: the editor')
  vim.iter({ check_editor, check_completion, check_help, check_state }):each(try)
  health.start('ptk: the server')
  local program ---@type string?
  try(function()
    program = check_program()
  end)
  if program then
    try(function()
      client.request_sync('ptk/models', {}, 5000) -- starts it
      check_client(program)
    end)
  end
  try(check_logs)
  if program then
    try(function()
      check_findings(program)
    end)
  end
end

return M
