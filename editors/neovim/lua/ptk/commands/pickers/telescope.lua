--- Picks with telescope.nvim: the keys of the actions in normal mode, with Alt in insert
--- mode.
local M = {}

local preview = require('ptk.commands.pickers.preview')

---@param source ptk.Source
---@return fun(prompt: integer, map: fun(modes: string|string[], lhs: string, rhs: function)): boolean
local function mappings(source)
  local actions = require('telescope.actions')
  local state = require('telescope.actions.state')
  ---@param run fun(item: any)
  local function on_item(run)
    return function(prompt)
      -- Not the entry that telescope has last selected: it may be that of an earlier picker.
      local entry = state.get_current_picker(prompt):get_selection()
      if entry then
        actions.close(prompt)
        run(entry.value)
      end
    end
  end
  return function(_, map)
    actions.select_default:replace(on_item(source.choose))
    for _, action in ipairs(source.actions or {}) do
      map('n', action.key, on_item(action.run))
      map('i', ('<M-%s>'):format(action.key), on_item(action.run))
    end
    return true
  end
end

---@param source ptk.Source
---@param items any[]
---@param options? table of telescope, such as a theme
function M.open(source, items, options)
  options = options or {}
  local values = require('telescope.config').values
  local previewer = source.preview
    and require('telescope.previewers').new_buffer_previewer({
      title = 'preview',
      define_preview = function(self, entry)
        preview.fill(source, entry.value, self.state.bufnr)
      end,
    })
  require('telescope.pickers')
    .new(options, {
      prompt_title = source.title,
      finder = require('telescope.finders').new_table({
        results = items,
        entry_maker = function(item)
          local line = source.line(item)
          return { value = item, display = line, ordinal = line }
        end,
      }),
      sorter = values.generic_sorter(options),
      previewer = previewer or nil,
      attach_mappings = mappings(source),
    })
    :find()
end

return M
