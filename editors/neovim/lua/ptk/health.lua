--- :checkhealth ptk
local M = {}

local health = vim.health

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

local function check_server()
  local cmd, problem = require('ptk.server').find()
  if not cmd then
    return health.error(problem --[[@as string]])
  end
  local version, failure = run({ cmd[1], 'version' })
  if not version then
    return health.error(('%s does not run: %s'):format(cmd[1], failure), 'build it again')
  end
  health.ok(('%s: %s'):format(table.concat(cmd, ' '), version))
  health.info('what the server finds of providers and tools: ' .. cmd[1] .. ' doctor')
end

local function check_client()
  local client = require('ptk.client').running()
  if not client then
    return health.info('the server does not run; the first use starts it')
  end
  health.ok(('the server runs (client %d) and sees %d files'):format(client.id, vim.tbl_count(client.attached_buffers)))
  health.info("Neovim's log of it: " .. (vim.lsp.log and vim.lsp.log.get_filename or vim.lsp.get_log_path)())
end

function M.check()
  health.start('ptk: the editor')
  check_editor()
  health.start('ptk: the server')
  check_server()
  check_client()
end

return M
