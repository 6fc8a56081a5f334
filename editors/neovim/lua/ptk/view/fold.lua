--- The folds of the chat: the head line of a block and the details below it.
local M = {}

local glyphs = require('ptk.base.format').glyphs
local tags = require('ptk.view.tags')
local detail = tags.detail

--- Reports whether a line is the head of a block with a fold. Plans are always open.
---@param line string
---@return boolean
local function is_head(line)
  return vim.iter(glyphs):any(function(_, glyph)
    return glyph ~= glyphs.plan and vim.startswith(line, glyph .. ' ')
  end)
end

--- For 'foldexpr'.
---@param lnum integer
---@return string
function M.level(lnum)
  local line = vim.fn.getline(lnum) --[[@as string]]
  if vim.startswith(line, detail) then
    return '='
  end
  local below = vim.fn.getline(lnum + 1) --[[@as string]]
  if vim.startswith(below, detail) and is_head(line) then
    return '>1'
  end
  return '0'
end

---@param text string
---@param width integer
---@return string the text, shortened to the width
local function cut(text, width)
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  local most = width - 1
  while most > 0 and vim.fn.strdisplaywidth(vim.fn.strcharpart(text, 0, most)) > width - 1 do
    most = most - 1
  end
  return vim.fn.strcharpart(text, 0, math.max(0, most)) .. '…'
end

--- Fits the head of a block into a line; a title is shortened before its duration.
---@param head string
---@param width integer
---@return string
function M.fitted(head, width)
  local title, took = head:match('^(.*)( · [%d.]+ m?s)$')
  if title then
    return cut(title, width - vim.fn.strdisplaywidth(took)) .. took
  end
  return cut(head, width)
end

--- For 'foldtext'.
---@return string[][] chunks
function M.text()
  local row = vim.v.foldstart - 1
  local head = M.fitted(vim.fn.getline(row + 1) --[[@as string]], vim.api.nvim_win_get_width(0))
  local glyph = vim.fn.strcharpart(head, 0, 1)
  return { { glyph, tags.head_group(0, row) }, { head:sub(#glyph + 1) } }
end

return M
