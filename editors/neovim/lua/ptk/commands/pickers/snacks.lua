--- Picks with snacks.picker: the keys of the actions in normal mode, with Alt in insert
--- mode.
local M = {}

local preview = require('ptk.commands.pickers.preview')

---@param source ptk.Source
---@param items any[]
---@return table[]
local function entries(source, items)
  local list = {}
  for i, item in ipairs(items) do
    list[i] = { idx = i, text = source.line(item), item = item }
  end
  return list
end

---@param source ptk.Source
---@return table<string, function> actions
---@return table<string, table> keys
local function actions_of(source)
  local actions, keys = {}, {}
  for _, action in ipairs(source.actions or {}) do
    local name = 'ptk_' .. action.what
    actions[name] = function(picker, entry)
      picker:close()
      if entry then
        action.run(entry.item)
      end
    end
    keys[action.key] = { name, mode = 'n', desc = action.what }
    keys[('<a-%s>'):format(action.key)] = { name, mode = { 'n', 'i' }, desc = action.what }
  end
  return actions, keys
end

---@param source ptk.Source
---@param items any[]
function M.open(source, items)
  local actions, keys = actions_of(source)
  require('snacks.picker').pick({
    source = 'ptk_' .. source.name,
    title = source.title,
    items = entries(source, items),
    format = function(entry)
      return { { entry.text } }
    end,
    layout = not source.preview and { preset = 'select' } or nil,
    preview = source.preview and function(context)
      local buf = context.preview:scratch()
      preview.fill(source, context.item.item, buf)
    end or 'none',
    confirm = function(picker, entry)
      picker:close()
      if entry then
        source.choose(entry.item)
      end
    end,
    actions = actions,
    win = { input = { keys = keys }, list = { keys = keys } },
  })
end

return M
