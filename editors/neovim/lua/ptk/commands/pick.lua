--- Opens a source of things to pick in the picker of the user.
local M = {}

local config = require('ptk.base.config')
local sources = require('ptk.commands.sources')

---@class ptk.Picker
---@field open fun(source: ptk.Source, items: any[], options?: table)

---@class ptk.KnownPicker
---@field name string as in setup{ picker = … }
---@field module string of the plugin
---@field load fun(): ptk.Picker

--- In the order in which they are looked for.
---@type ptk.KnownPicker[]
local known = {
  {
    name = 'snacks',
    module = 'snacks.picker',
    load = function()
      return require('ptk.commands.pickers.snacks')
    end,
  },
  {
    name = 'telescope',
    module = 'telescope',
    load = function()
      return require('ptk.commands.pickers.telescope')
    end,
  },
  {
    name = 'fzf-lua',
    module = 'fzf-lua',
    load = function()
      return require('ptk.commands.pickers.fzf_lua')
    end,
  },
  {
    name = 'mini.pick',
    module = 'mini.pick',
    load = function()
      return require('ptk.commands.pickers.mini_pick')
    end,
  },
}

---@param picker ptk.KnownPicker
---@return boolean
local function is_installed(picker)
  local path = picker.module:gsub('%.', '/')
  return package.loaded[picker.module] ~= nil
    or #vim.api.nvim_get_runtime_file(('lua/%s.lua'):format(path), false) > 0
    or #vim.api.nvim_get_runtime_file(('lua/%s/init.lua'):format(path), false) > 0
end

---@param test fun(picker: ptk.KnownPicker): boolean
---@return ptk.KnownPicker?
local function find(test)
  return vim.iter(known):find(test)
end

--- Returns the picker to use: the named one, else one that is loaded, else one that is
--- installed, else vim.ui.select.
---@param name string
---@return ptk.Picker? picker
---@return string? problem
local function picker_of(name)
  local picker
  if name == 'auto' then
    picker = find(function(each)
      return package.loaded[each.module] ~= nil
    end) or find(is_installed)
  elseif name ~= 'select' then
    picker = find(function(each)
      return each.name == name
    end)
    if not picker or not is_installed(picker) then
      return nil, ('the picker %s is not installed; see the option picker in :help ptk-options'):format(name)
    end
  end
  return picker and picker.load() or require('ptk.commands.pickers.select')
end

--- Reports whether the user has chosen a picker in setup.
---@return boolean
function M.is_chosen()
  return config.get().picker ~= 'auto'
end

--- Lets the user pick something.
---@param source ptk.Source
---@param options? {query?: string, picker?: string, picker_options?: table}
function M.open(source, options)
  options = options or {}
  local picker, problem = picker_of(options.picker or config.get().picker --[[@as string]])
  if not picker then
    return vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
  end
  source.items(options.query or '', function(items, failure)
    if not items then
      return vim.notify('ptk: ' .. (failure or 'the server sent no result'), vim.log.levels.ERROR)
    elseif #items == 0 then
      return vim.notify('ptk: ' .. source.none)
    end
    picker.open(source, items, options.picker_options)
  end)
end

--- Opens a source by its name; the user picks one if that is ''.
---@param name string
---@param options? {query?: string, picker?: string, picker_options?: table}
function M.named(name, options)
  M.open(name ~= '' and sources.all[name] or sources.of_sources(M), options)
end

return M
