--- Finds the definition around a position, by tree-sitter.
local M = {}

--- What the types of nodes that define something contain.
local definitions = { 'function', 'method', 'class', 'struct', 'interface', 'impl_item', 'type_declaration', 'enum' }

--- Larger files are not parsed for it.
local max_lines = 20000

---@param node TSNode
---@return boolean
local function defines(node)
  local kind = node:type()
  return not kind:find('call', 1, true)
    and not kind:find('type$')
    and vim.iter(definitions):any(function(word)
      return kind:find(word, 1, true) ~= nil
    end)
end

--- Returns the lines of the smallest definition around a position.
---@param buf integer
---@param row integer from 0
---@param column integer from 0, in bytes
---@return integer? first from 1
---@return integer? last
local function definition(buf, row, column)
  if vim.api.nvim_buf_line_count(buf) > max_lines then
    return nil
  end
  local ok, parser = pcall(vim.treesitter.get_parser, buf)
  if not ok or not parser then
    return nil
  end
  parser:parse()
  local node = parser:named_node_for_range({ row, column, row, column })
  while node do
    local first, _, last, last_column = node:range()
    if defines(node) and (last > first or node:parent() == nil) then
      return first + 1, last_column == 0 and last or last + 1
    end
    node = node:parent()
  end
end

--- Returns the lines of a range, or those of the definition around it if it is empty; the
--- line of the cursor if there is none.
---@param buf integer
---@param range lsp.Range
---@return integer first from 1
---@return integer last
function M.lines(buf, range)
  local from, to = range.start, range['end']
  if from.line == to.line and from.character == to.character then
    local text = vim.api.nvim_buf_get_lines(buf, from.line, from.line + 1, false)[1] or ''
    local indent = #text:match('^%s*')
    local first, last = definition(buf, from.line, math.max(indent, math.min(from.character, #text)))
    if first and last then
      return first, last
    end
  end
  local last = to.line + 1
  if to.character == 0 and last > from.line + 1 then
    last = last - 1 -- whole lines end where the next begins
  end
  return from.line + 1, last
end

return M
