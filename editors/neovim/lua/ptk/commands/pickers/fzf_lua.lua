--- Picks with fzf-lua: the keys of the actions with Alt. fzf is passed the lines with
--- their numbers; a line never becomes part of a command.
local M = {}

local preview = require('ptk.commands.pickers.preview')

---@param items any[]
---@param line string? as passed to fzf
---@return any
local function item_of(items, line)
  local number = tonumber((line or ''):match('^%d+'))
  return number and items[number]
end

---@param source ptk.Source
---@param items any[]
---@return table? a previewer class of fzf-lua
local function previewer(source, items)
  if not source.preview then
    return nil
  end
  local base = require('fzf-lua.previewer.builtin').base
  local Previewer = base:extend()
  function Previewer:new(...)
    Previewer.super.new(self, ...)
    return setmetatable(self, Previewer)
  end
  function Previewer:populate_preview_buf(line)
    local buf, item = self:get_tmp_buffer(), item_of(items, line)
    if item ~= nil then
      preview.fill(source, item, buf)
    end
    self:set_preview_buf(buf)
  end
  return Previewer
end

---@param source ptk.Source
---@param items any[]
function M.open(source, items)
  local lines = {}
  for i, item in ipairs(items) do
    lines[i] = ('%d\t%s'):format(i, source.line(item))
  end
  ---@param run fun(item: any)
  local function on_item(run)
    return function(selected)
      local item = item_of(items, selected and selected[1])
      if item ~= nil then
        run(item)
      end
    end
  end
  local actions, hints = { ['default'] = on_item(source.choose) }, {}
  for _, action in ipairs(source.actions or {}) do
    actions['alt-' .. action.key] = on_item(action.run)
    hints[#hints + 1] = ('alt-%s %s'):format(action.key, action.what)
  end
  require('fzf-lua').fzf_exec(lines, {
    prompt = source.title .. '> ',
    actions = actions,
    previewer = previewer(source, items),
    fzf_opts = {
      ['--delimiter'] = '\t',
      ['--with-nth'] = '2..',
      ['--no-multi'] = true,
      ['--header'] = #hints > 0 and table.concat(hints, '  ') or nil,
    },
  })
end

return M
