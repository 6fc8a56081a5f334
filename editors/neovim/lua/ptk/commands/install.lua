--- :PtkInstall builds the server, with Go, from the repository that the plugin
--- lies in, into Neovim's data folder.
local M = {}

local float = require('ptk.view.float')
local server = require('ptk.protocol.server')

local modern = vim.fn.has('nvim-0.12') == 1

---@class ptk.Progress
---@field private id? integer
local Progress = {}
Progress.__index = Progress

--- Says how far it is: as a progress message where Neovim has those.
---@param text string
---@param status 'running'|'success'|'failed'
function Progress:tell(text, status)
  if not modern then
    return vim.notify('ptk: ' .. text, status == 'failed' and vim.log.levels.ERROR or nil)
  end
  self.id = vim.api.nvim_echo({ { text } }, status ~= 'running', {
    id = self.id,
    kind = 'progress',
    source = 'ptk',
    title = 'ptk',
    status = status,
  })
end

---@param text string what the build said
local function show_problem(text)
  float.show({
    title = 'the server could not be built',
    lines = vim.split(vim.trim(text), '\n', { plain = true }),
  })
end

--- What is in the way, in words; nil where nothing is.
---@param repository string
---@return string?
local function obstacle(repository)
  if vim.fn.executable('go') == 0 then
    return 'building needs Go (https://go.dev/dl); or put a ptk-lsp that was built elsewhere into the PATH'
  elseif not vim.uv.fs_stat(vim.fs.joinpath(repository, 'cmd', 'ptk-lsp')) then
    return ('the source of the server is not in %s: install the whole repository, not the plugin alone'):format(
      repository
    )
  end
end

--- Builds beside the old one and then puts it in its place: a running server
--- goes on, and a build that fails leaves all as it was.
function M.run()
  local progress = setmetatable({}, Progress)
  local repository, target = server.repository(), server.installed()
  local problem = obstacle(repository)
  if problem then
    return vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
  end
  vim.fn.mkdir(vim.fs.dirname(target), 'p')
  local fresh = target .. '.new'
  local built = 0
  local function each_line(_, data)
    local _, lines = (data or ''):gsub('\n', '')
    built = built + lines
    if modern and data then
      vim.schedule(function()
        progress:tell(('building the server: %d packages'):format(built), 'running')
      end)
    end
  end
  progress:tell('building the server …', 'running')
  local output = {}
  vim.system({ 'go', 'build', '-v', '-trimpath', '-o', fresh, './cmd/ptk-lsp' }, {
    cwd = repository,
    env = { CGO_ENABLED = '0' },
    stderr = function(err, data)
      output[#output + 1] = data
      each_line(err, data)
    end,
  }, function(result)
    vim.schedule(function()
      local ok, rename_problem = result.code == 0, nil
      if ok then
        ok, rename_problem = vim.uv.fs_rename(fresh, target)
      end
      if not ok then
        progress:tell('the server could not be built', 'failed')
        return show_problem(rename_problem or table.concat(output))
      end
      progress:tell('the server is built: ' .. target .. '; :PtkRestart uses it', 'success')
    end)
  end)
end

return M
