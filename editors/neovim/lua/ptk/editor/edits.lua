--- Applies the server's edits and saves files for it.
local M = {}

local buffers = require('ptk.editor.buffers')

---@type table<integer, string> by buffer: the disk state when Neovim last read or wrote the file
local seen = {}

---@param buf integer
---@return string
local function disk_state(buf)
  local stat = vim.uv.fs_stat(vim.api.nvim_buf_get_name(buf))
  return stat and ('%d.%d %d'):format(stat.mtime.sec, stat.mtime.nsec, stat.size) or 'none'
end

--- Records the disk state of each file, so that a save for the server neither
--- overwrites a change by another program nor asks about it.
function M.watch()
  vim.iter(buffers.loaded_files()):each(function(buf)
    seen[buf] = seen[buf] or disk_state(buf)
  end)
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufWritePost', 'FileChangedShellPost' }, {
    group = vim.api.nvim_create_augroup('ptk.edits', {}),
    callback = function(args)
      seen[args.buf] = disk_state(args.buf)
    end,
  })
end

--- Reloads files that other programs have changed, such as a command of the model.
--- Buffers with unsaved changes are skipped: Neovim would ask about them.
---@param buf? integer default: all
function M.refresh(buf)
  for _, each in ipairs(buf and { buf } or buffers.loaded_files()) do
    if vim.o.autoread and not vim.bo[each].modified and seen[each] ~= disk_state(each) then
      vim.cmd('silent! checktime ' .. each)
      seen[each] = disk_state(each)
    end
  end
end

---@param edit lsp.WorkspaceEdit
---@return {uri: string, version?: integer}[]
local function documents(edit)
  local list = {}
  for _, change in ipairs(edit.documentChanges or {}) do
    if change.textDocument then
      list[#list + 1] = change.textDocument
    end
  end
  for uri in pairs(edit.changes or {}) do
    list[#list + 1] = { uri = uri }
  end
  return list
end

---@param document {uri: string, version?: integer}
---@return boolean
local function is_stale(document)
  local version = document.version
  if type(version) ~= 'number' or version <= 0 then
    return false
  end
  local buf = vim.uri_to_bufnr(document.uri)
  return vim.api.nvim_buf_is_loaded(buf) and (vim.lsp.util.buf_versions[buf] or 0) > version
end

--- Starts an undo block, so that u undoes this edit and nothing before it.
---@param buf integer
local function begin_undo_block(buf)
  if not vim.api.nvim_buf_is_loaded(buf) then
    vim.fn.bufload(buf)
  end
  seen[buf] = seen[buf] or disk_state(buf)
  vim.api.nvim_buf_call(buf, function()
    vim.cmd('let &g:undolevels = &g:undolevels')
  end)
end

--- Applies an edit. Neovim's handler skips an edit of an older version but reports it
--- as applied, so the version is checked here.
---@param params lsp.ApplyWorkspaceEditParams
---@param context lsp.HandlerContext
---@return lsp.ApplyWorkspaceEditResult
function M.apply(params, context)
  local edit = params.edit
  for _, document in ipairs(documents(edit)) do
    if is_stale(document) then
      local name = vim.fn.fnamemodify(vim.uri_to_fname(document.uri), ':~:.')
      return { applied = false, failureReason = name .. ' has been changed in the editor since it was read' }
    end
    document.version = 0
  end
  for _, document in ipairs(documents(edit)) do
    begin_undo_block(vim.uri_to_bufnr(document.uri))
  end
  return vim.lsp.handlers['workspace/applyEdit'](nil, { edit = edit }, context)
end

---@param buf integer
---@return boolean
local function save(buf)
  if seen[buf] and seen[buf] ~= disk_state(buf) then
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':~:.')
    vim.notify('ptk: not saved, the file changed on the disk: ' .. name .. '; compare, then :w!', vim.log.levels.WARN)
    return false
  end
  local fixes_end = vim.bo[buf].fixendofline
  vim.bo[buf].fixendofline = false -- write exactly the approved bytes
  local ok, problem = pcall(vim.api.nvim_buf_call, buf, function()
    vim.fn.mkdir(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ':h'), 'p')
    vim.cmd('silent keepalt update')
  end)
  vim.bo[buf].fixendofline = fixes_end
  if not ok then
    vim.notify('ptk: ' .. tostring(problem), vim.log.levels.ERROR)
  end
  return ok and not vim.bo[buf].modified
end

---@param params ptk.SaveParams
---@return ptk.SaveResult
function M.save(params)
  local saved = {}
  for _, uri in ipairs(params.uris) do
    local buf = vim.uri_to_bufnr(uri)
    if buffers.is_loaded_file(buf) and save(buf) then
      saved[#saved + 1] = uri
    end
  end
  return { saved = saved }
end

return M
