--- :checkhealth ptk
local M = {}

local health = vim.health
local client = require('ptk.protocol.client')
local completion = require('ptk.commands.completion')
local config = require('ptk.base.config')
local log = require('ptk.commands.log')
local server = require('ptk.protocol.server')
local store = require('ptk.state.store')

---@param cmd string[]
---@return string? output
---@return string? problem
local function run(cmd)
  local ok, process = pcall(vim.system, cmd, { text = true, timeout = 5000 })
  if not ok then
    return nil, tostring(process)
  end
  local result = process:wait()
  if result.code ~= 0 then
    return nil, vim.trim(result.stderr or '') .. (' (exit code %d)'):format(result.code)
  end
  return vim.trim(result.stdout or '')
end

local function check_editor()
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.10') == 1 then
    health.ok('Neovim ' .. version)
  else
    health.error('Neovim ' .. version .. ' is too old', 'install Neovim 0.10 or later')
  end
  if pcall(vim.treesitter.language.add, 'markdown') then
    health.ok('tree-sitter highlights the chat')
  else
    health.warn('no tree-sitter parser for Markdown: the chat is highlighted by syntax/markdown.vim')
  end
end

local function check_help()
  local tags = vim.api.nvim_get_runtime_file('doc/ptk.txt', false)[1]
  local folder = tags and vim.fs.dirname(tags)
  if folder and not vim.uv.fs_stat(folder .. '/tags') then
    health.warn(':help ptk finds nothing yet', ':helptags ' .. folder)
  end
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
  vim.fn.mkdir(parent, 'p')
  if vim.uv.fs_access(parent, 'W') then
    health.ok('the draft is saved in ' .. folder)
  else
    health.error('the draft cannot be saved: ' .. parent .. ' is not writable', 'see $XDG_STATE_HOME')
  end
end

local function check_go()
  if vim.fn.executable('go') == 1 then
    local version = run({ 'go', 'version' })
    health.ok(':PtkInstall can build the server: ' .. (version or 'go'))
  else
    health.info(':PtkInstall cannot build the server: there is no go in the PATH')
  end
end

local function check_server()
  check_go()
  local cmd, problem = server.find()
  if not cmd then
    return health.error(problem --[[@as string]])
  end
  local version, failure = run({ cmd[1], 'version' })
  if not version then
    return health.error(('%s does not run: %s'):format(cmd[1], failure), 'build it again')
  end
  health.ok(('%s: %s'):format(table.concat(cmd, ' '), version))
  health.info('for providers and tools run: ' .. cmd[1] .. ' doctor')
end

local function check_client()
  local running = client.running()
  if not running then
    return health.info('the server does not run; the first use starts it')
  end
  local files = vim.tbl_count(running.attached_buffers)
  health.ok(('the server runs (client %d) and has %d open file%s'):format(running.id, files, files == 1 and '' or 's'))
  for _, folder in ipairs(running.workspace_folders or {}) do
    health.info('workspace folder: ' .. folder.name)
  end
end

function M.check()
  health.start('ptk: the editor')
  check_editor()
  check_completion()
  check_help()
  check_state()
  health.start('ptk: the server')
  check_server()
  check_client()
  for name, path in vim.spairs(log.files()) do
    health.info(('log of %s: %s (:PtkLog %s)'):format(name, path, name))
  end
end

return M
