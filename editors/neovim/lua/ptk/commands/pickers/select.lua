--- Picks with vim.ui.select.
local M = {}

---@param source ptk.Source
---@param items any[]
function M.open(source, items)
  local options = { prompt = source.title, kind = 'ptk.' .. source.name, format_item = source.line }
  vim.ui.select(items, options, function(item)
    if item then
      source.choose(item)
    end
  end)
end

return M
