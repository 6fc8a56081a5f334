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
  vim.notify(('ptk: there is no model %s; :PtkModel lists them'):format(id), vim.log.levels.ERROR)
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
  return visible.line(mark .. model.id .. (#notes > 0 and '  ' .. table.concat(notes, ', ') or ''))
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

--- Sets the model of the next messages.
---@param id string '' lets the user pick one
function M.model(id)
  client.request('ptk/models', {}, function(result, problem)
    if not result then
      return vim.notify('ptk: ' .. (problem or 'the server sent no result'), vim.log.levels.ERROR)
    elseif id ~= '' then
      return set_known_model(result.models, id)
    end
    local current = session.current().model or result.current
    vim.ui.select(sorted(result.models), {
      prompt = 'Model',
      kind = 'ptk.model',
      format_item = function(model)
        return model_line(model, current)
      end,
    }, function(model)
      if model then
        set_known_model(result.models, model.id)
      end
    end)
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

--- Sets the mode of the next messages.
---@param id string '' lets the user pick one
function M.mode(id)
  if vim.list_contains(M.mode_names(), id) then
    return set_mode(id --[[@as ptk.Mode]])
  elseif id ~= '' then
    local names = table.concat(M.mode_names(), ', ')
    return vim.notify(('ptk: there is no mode %s; the modes are %s'):format(id, names), vim.log.levels.ERROR)
  end
  local current = session.current().mode or 'agent'
  vim.ui.select(modes, {
    prompt = 'Mode',
    kind = 'ptk.mode',
    format_item = function(mode)
      return ('%s %-6s %s'):format(mode.id == current and '▸' or ' ', mode.id, mode.what)
    end,
  }, function(mode)
    if mode then
      set_mode(mode.id)
    end
  end)
end

return M
