--- Attaches the buffers of files to the client, so that the server knows their
--- unsaved text.
local M = {}

local buffers = require('ptk.editor.buffers')
local client = require('ptk.protocol.client')
local config = require('ptk.base.config')
local roots = require('ptk.protocol.roots')
local workspace = require('ptk.protocol.workspace')

--- The server reads larger files from the disk, in parts.
local max_bytes = 10 * 1024 * 1024

---@param buf integer
---@return boolean
local function is_small(buf)
  return vim.api.nvim_buf_get_offset(buf, vim.api.nvim_buf_line_count(buf)) <= max_bytes
end

--- Attaches a file to the servers of the tab pages that show it, and to those whose
--- workspace contains it.
---@param buf integer
local function attach(buf)
  if not buffers.is_loaded_file(buf) or not is_small(buf) then
    return
  end
  local root = workspace.marked_root(buf)
  for _, tab in ipairs(roots.tabs_with(buf)) do
    local running = client.of_root(roots.of_tab(tab))
    if running then
      workspace.add_root(running, buf)
      vim.lsp.buf_attach_client(buf, running.id)
    end
  end
  for _, running in ipairs(root and client.all() or {}) do
    if workspace.has_folder(running, root) then
      vim.lsp.buf_attach_client(buf, running.id)
    end
  end
end

--- Attaches the open files and each file that is opened from now on.
function M.start()
  if not config.get().sync then
    return
  end
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('ptk.sync', {}),
    callback = function(args)
      -- Later, when the file type is known: the server is sent it only once.
      vim.schedule(function()
        attach(args.buf)
      end)
    end,
  })
  vim.schedule(function()
    vim.iter(buffers.loaded_files()):each(attach)
  end)
end

return M
