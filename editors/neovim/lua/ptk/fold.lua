--- Folds of the chat: a block's head line with the details below it.
local M = {}

local detail = require('ptk.tags').detail

--- What a block is, by the first character of its head.
M.glyphs = { running = '○', done = '✓', failed = '✗', asks = '?', plan = '≡', thought = '…' }

---@param line string
---@return boolean
local function is_head(line)
  return vim.iter(M.glyphs):any(function(_, glyph)
    return vim.startswith(line, glyph .. ' ')
  end)
end

--- For 'foldexpr'.
---@param lnum integer
---@return string
function M.level(lnum)
  if vim.startswith(vim.fn.getline(lnum), detail) then
    return '='
  end
  if vim.startswith(vim.fn.getline(lnum + 1), detail) and is_head(vim.fn.getline(lnum)) then
    return '>1'
  end
  return '0'
end

return M
