--- Shows the preview of an item in a picker's buffer.
local M = {}

local api = vim.api
local visible = require('ptk.base.visible')

---@param buf integer
---@param lines string[]
local function set(buf, lines)
  vim.bo[buf].modifiable = true
  api.nvim_buf_set_lines(buf, 0, -1, false, lines)
end

--- Fills a buffer with the preview of an item, as soon as it was read.
---@param source ptk.Source
---@param item any
---@param buf integer
function M.fill(source, item, buf)
  vim.b[buf].ptk_preview = (vim.b[buf].ptk_preview or 0) + 1
  local wanted = vim.b[buf].ptk_preview
  set(buf, { '…' })
  source.preview(item, function(text)
    if not api.nvim_buf_is_valid(buf) or vim.b[buf].ptk_preview ~= wanted then
      return
    end
    set(buf, vim.split(visible.prose((text:gsub('\r\n?', '\n'))), '\n', { plain = true }))
    if not pcall(vim.treesitter.start, buf, 'markdown') then
      vim.bo[buf].syntax = 'markdown'
    end
  end)
end

return M
