--- The workspace folders: the repositories of the open files.
local M = {}

local buffers = require('ptk.editor.buffers')
local lsp = require('ptk.base.lsp')

local markers = { '.ptk', '.git' }

---@type string? the root that root_of returned last
local last_root

--- Returns the folder above a file or a folder that has a marker of a repository.
---@param source integer|string buffer or path
---@return string?
function M.marked_root(source)
  return vim.fs.root(source, markers)
end

--- Returns the workspace root of a file. For another buffer, such as the chat's,
--- it is the root of the last file window, or the last root.
---@param buf integer
---@return string
function M.root_of(buf)
  if not buffers.is_file_buffer(buf) then
    local win = buffers.file_window()
    buf = win and vim.api.nvim_win_get_buf(win) or buf
  end
  if buffers.is_file_buffer(buf) then
    last_root = M.marked_root(buf) or vim.fn.getcwd()
    return last_root
  end
  return last_root or M.marked_root(vim.fn.getcwd()) or vim.fn.getcwd()
end

--- Adds a folder to the workspace.
---@param client vim.lsp.Client
---@param root string
function M.add_folder(client, root)
  local uri = vim.uri_from_fname(root)
  client.workspace_folders = client.workspace_folders or {}
  if M.has_folder(client, root) then
    return
  end
  local folder = { uri = uri, name = root }
  table.insert(client.workspace_folders, folder)
  if client.initialized then
    lsp.notify(client, 'workspace/didChangeWorkspaceFolders', { event = { added = { folder }, removed = {} } })
  end
end

--- Reports whether a folder is one of the workspace.
---@param client vim.lsp.Client
---@param root string
---@return boolean
function M.has_folder(client, root)
  local uri = vim.uri_from_fname(root)
  return vim.iter(client.workspace_folders or {}):any(function(folder)
    return folder.uri == uri
  end)
end

--- Adds the repository of a file to the workspace folders.
---@param client vim.lsp.Client
---@param buf integer
function M.add_root(client, buf)
  local root = M.marked_root(buf)
  if root then
    M.add_folder(client, root)
  end
end

return M
