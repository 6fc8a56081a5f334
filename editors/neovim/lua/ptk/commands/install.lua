--- :Ptk install builds the server with Go, from the repository that contains the plugin,
--- into Neovim's data folder.
local M = {}

local float = require('ptk.view.float')
local server = require('ptk.protocol.server')

local modern = vim.fn.has('nvim-0.12') == 1

---@class ptk.Progress
---@field private id? integer|string
local Progress = {}
Progress.__index = Progress

--- Reports the progress, as a progress message if Neovim has them.
---@param text string
---@param status 'running'|'success'|'failed'
function Progress:report(text, status)
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

---@param text string output of the build
local function show_problem(text)
  float.show({
    title = 'the server could not be built',
    lines = vim.split(vim.trim(text), '\n', { plain = true }),
  })
end

--- Returns why the server cannot be built, or nil.
---@param repository string
---@return string?
local function obstacle(repository)
  if vim.fn.executable('go') == 0 then
    return 'building needs Go (https://go.dev/dl); or put a ptk-lsp built elsewhere into the PATH'
  elseif not vim.uv.fs_stat(vim.fs.joinpath(repository, 'cmd', 'ptk-lsp')) then
    return ('the source of the server is not in %s: install the whole repository, not the plugin alone'):format(
      repository
    )
  end
end

--- Builds to a new file that replaces the old server: a running server goes on, and a
--- failed build changes nothing.
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
        progress:report(('building the server: %d packages'):format(built), 'running')
      end)
    end
  end
  progress:report('building the server …', 'running')
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
        progress:report('the server could not be built', 'failed')
        return show_problem(rename_problem or table.concat(output))
      end
      progress:report('the server is built: ' .. target .. '; :Ptk restart uses it', 'success')
    end)
  end)
end

return M
