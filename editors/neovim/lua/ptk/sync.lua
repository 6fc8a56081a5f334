--- Which buffers the server sees: every loaded one that stands for a file is
--- attached to the client, so that unsaved text is known to it.
local M = {}

--- The server reads a longer file from the disk, piece by piece.
local most_bytes = 10 * 1024 * 1024

---@param buf integer
---@return boolean
function M.stands_for_file(buf)
  local name = vim.api.nvim_buf_get_name(buf)
  return vim.bo[buf].buftype == '' and name ~= '' and not name:match('^%a[%w+.-]+://')
end

---@param buf integer
---@return boolean whether it is loaded and stands for a file
function M.is_file(buf)
  return vim.api.nvim_buf_is_loaded(buf) and M.stands_for_file(buf)
end

---@return integer[]
function M.files()
  return vim.tbl_filter(M.is_file, vim.api.nvim_list_bufs())
end

---@param buf integer
---@return boolean
local function is_small(buf)
  return vim.api.nvim_buf_get_offset(buf, vim.api.nvim_buf_line_count(buf)) <= most_bytes
end

---@param buf integer
local function attach(buf)
  local client = require('ptk.client').running()
  if client and M.is_file(buf) and is_small(buf) then
    require('ptk.client').add_root(client, buf)
    vim.lsp.buf_attach_client(buf, client.id)
  end
end

--- Attaches what is open and, from now on, what is opened.
function M.begin()
  if not require('ptk.config').get().sync then
    return
  end
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('ptk.sync', {}),
    callback = function(args)
      -- Later, when the file type is known: the server is told of it once.
      vim.schedule(function()
        attach(args.buf)
      end)
    end,
  })
  vim.schedule(function()
    vim.iter(M.files()):each(attach)
  end)
end

return M
