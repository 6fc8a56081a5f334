--- Chooses the model and the mode of the next messages.
local M = {}

local client = require('ptk.protocol.client')
local events = require('ptk.base.events')
local session = require('ptk.commands.session')
local visible = require('ptk.base.visible')

local modes = {
  { id = 'agent', what = 'all tools; asks before it changes something' },
  { id = 'ask', what = 'only tools that read' },
  { id = 'plan', what = 'reads, and makes a plan for you to approve' },
}

---@param set fun(chat: ptk.Chat)
local function change(set)
  local chat = session.current()
  set(chat)
  chat:save()
  chat:changed()
end

---@param id string
local function set_model(id)
  change(function(chat)
    chat.model = id
  end)
  events.emit('ModelChanged', { model = id })
  vim.notify('ptk: the next message goes to ' .. id)
end

---@param models ptk.ModelInfo[]
---@param id string
local function set_known_model(models, id)
  for _, model in ipairs(models) do
    if model.id == id then
      if not model.available then
        vim.notify(('ptk: %s is not available: %s'):format(id, model.reason or ''), vim.log.levels.WARN)
      end
      return set_model(id)
    end
  end
  vim.notify(('ptk: there is no model %s; :Ptk model lists them'):format(id), vim.log.levels.ERROR)
end

--- Shortens a line so that it takes one row, in pickers that wrap too.
---@param line string
---@return string
local function fitted(line)
  local most = math.max(20, vim.o.columns - 8)
  if vim.fn.strdisplaywidth(line) <= most then
    return line
  end
  return vim.fn.strcharpart(line, 0, most - 1) .. '…'
end

---@param model ptk.ModelInfo
---@param current string
---@return string
local function model_line(model, current)
  local notes = {}
  if model.contextWindow and model.contextWindow > 0 then
    notes[1] = ('%dk'):format(math.floor(model.contextWindow / 1000))
  end
  notes[#notes + 1] = model.images and 'sees images' or nil
  if not model.available then
    notes[#notes + 1] = 'not available: ' .. (model.reason or '')
  end
  local mark = model.id == current and '▸ ' or '  '
  return fitted(visible.line(mark .. model.id .. (#notes > 0 and '  ' .. table.concat(notes, ', ') or '')))
end

--- Puts the available models first.
---@param models ptk.ModelInfo[]
---@return ptk.ModelInfo[]
local function sorted(models)
  local list = vim.tbl_filter(function(model)
    return model.available
  end, models)
  return vim.list_extend(
    list,
    vim.tbl_filter(function(model)
      return not model.available
    end, models)
  )
end

---@class ptk.ModelChoice
---@field model ptk.ModelInfo
---@field current string id of the current model

---@param _ string
---@param callback fun(items?: ptk.ModelChoice[], problem?: string)
local function read_models(_, callback)
  client.request('ptk/models', {}, function(result, problem)
    if not result then
      return callback(nil, problem)
    end
    local current = session.current().model or result.current
    callback(vim.tbl_map(function(model)
      return { model = model, current = current }
    end, sorted(result.models)))
  end)
end

--- The models, for pickers.
---@type ptk.Source
M.models = {
  name = 'models',
  title = 'Model',
  none = 'the server knows no models',
  items = read_models,
  line = function(item)
    return model_line(item.model, item.current)
  end,
  choose = function(item)
    set_known_model({ item.model }, item.model.id)
  end,
}

--- Sets the model of the next messages.
---@param id string
function M.model(id)
  client.request('ptk/models', {}, function(result, problem)
    if not result then
      return vim.notify('ptk: ' .. (problem or 'the server sent no result'), vim.log.levels.ERROR)
    end
    set_known_model(result.models, id)
  end)
end

---@param id ptk.Mode
local function set_mode(id)
  change(function(chat)
    chat.mode = id
  end)
  events.emit('ModeChanged', { mode = id })
end

---@return string[]
function M.mode_names()
  return vim.tbl_map(function(mode)
    return mode.id
  end, modes)
end

--- The modes, for pickers.
---@type ptk.Source
M.modes = {
  name = 'modes',
  title = 'Mode',
  none = 'there are no modes',
  items = function(_, callback)
    callback(modes)
  end,
  line = function(mode)
    local current = session.current().mode or 'agent'
    return ('%s %-6s %s'):format(mode.id == current and '▸' or ' ', mode.id, mode.what)
  end,
  choose = function(mode)
    set_mode(mode.id)
  end,
}

--- Sets the mode of the next messages.
---@param id string
function M.mode(id)
  if vim.list_contains(M.mode_names(), id) then
    return set_mode(id --[[@as ptk.Mode]])
  end
  local names = table.concat(M.mode_names(), ', ')
  vim.notify(('ptk: there is no mode %s; the modes are %s'):format(id, names), vim.log.levels.ERROR)
end

return M
