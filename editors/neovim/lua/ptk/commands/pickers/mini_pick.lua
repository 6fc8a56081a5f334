--- Picks with mini.pick: the keys of the actions with Alt.
local M = {}

local preview = require('ptk.commands.pickers.preview')

---@param source ptk.Source
---@return table<string, table>
local function mappings(source)
  local maps = {}
  for _, action in ipairs(source.actions or {}) do
    maps['ptk_' .. action.what] = {
      char = ('<M-%s>'):format(action.key),
      func = function()
        local match = require('mini.pick').get_picker_matches().current
        if match then
          vim.schedule(function()
            action.run(match.item)
          end)
        end
        return true -- ends the picker
      end,
    }
  end
  return maps
end

---@param source ptk.Source
---@param items any[]
function M.open(source, items)
  local entries = vim.tbl_map(function(item)
    return { text = source.line(item), item = item }
  end, items)
  require('mini.pick').start({
    source = {
      name = source.title,
      items = entries,
      choose = function(entry)
        -- After the picker has closed: the action may open a window.
        vim.schedule(function()
          source.choose(entry.item)
        end)
      end,
      preview = source.preview and function(buf, entry)
        preview.fill(source, entry.item, buf)
      end or nil,
    },
    mappings = mappings(source),
  })
end

return M
