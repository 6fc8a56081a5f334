--- Lists the tools that are offered to the model, and the permission rules.
local M = {}

local client = require('ptk.protocol.client')
local float = require('ptk.view.float')
local lists = require('ptk.view.list')
local session = require('ptk.commands.session')

---@class ptk.ToolLine
---@field tool? ptk.ToolInfo
---@field rule? ptk.PermissionRule

---@param chat ptk.Chat
---@param name string
---@return boolean
local function is_offered(chat, name)
  return not chat.tools or vim.list_contains(chat.tools, name)
end

---@param item ptk.ToolLine
---@return string
local function line(item)
  local tool, rule = item.tool, item.rule
  if tool then
    local chat = session.current()
    local notes = { tool.kind } ---@type string[]
    notes[2] = tool.requiresConfirmation and 'asks' or nil
    notes[#notes + 1] = tool.source ~= 'builtin' and tool.source or nil
    return ('[%s] %-22s %s'):format(is_offered(chat, tool.name) and 'x' or ' ', tool.name, table.concat(notes, ', '))
  end
  return rule and ('    %s: %s (%s)'):format(rule.decision, rule.text, rule.scope) or ''
end

--- Offers a tool to the model, or stops offering it.
---@param all ptk.ToolInfo[]
---@param name string
local function toggle(all, name)
  local chat = session.current()
  local chosen = {}
  for _, tool in ipairs(all) do
    local offered = is_offered(chat, tool.name)
    if offered ~= (tool.name == name) then
      chosen[#chosen + 1] = tool.name
    end
  end
  chat.tools = #chosen < #all and chosen or nil
  chat:changed()
end

---@param tool ptk.ToolInfo
local function details(tool)
  local lines = vim.split(tool.description, '\n', { plain = true })
  vim.list_extend(lines, { '', 'Arguments' })
  local required = tool.parameters.required or {}
  for _, name in ipairs(vim.fn.sort(vim.tbl_keys(tool.parameters.properties or {}))) do
    local property = tool.parameters.properties[name]
    local what = type(property) == 'table' and (property.description or property.type) or ''
    local optional = vim.list_contains(required, name) and '' or '?'
    lines[#lines + 1] = ('  %s%s  %s'):format(name, optional, tostring(what):gsub('\n', ' '))
  end
  float.show({ title = tool.name, lines = lines })
end

---@param rule ptk.PermissionRule
local function revoke(rule)
  client.request('ptk/revokePermission', { id = rule.id }, function(_, problem)
    if problem then
      return vim.notify('ptk: ' .. problem, vim.log.levels.WARN)
    end
    M.show()
  end)
end

---@param tools ptk.ToolInfo[]
---@param rules ptk.PermissionRule[]
---@return ptk.ToolLine[]
local function items_of(tools, rules)
  local items = vim.tbl_map(function(tool)
    return { tool = tool }
  end, tools)
  if #rules > 0 then
    items[#items + 1] = {}
  end
  for _, rule in ipairs(rules) do
    items[#items + 1] = { rule = rule }
  end
  return items
end

---@param tools ptk.ToolInfo[]
---@param rules ptk.PermissionRule[]
local function open(tools, rules)
  local items = items_of(tools, rules)
  lists.open({
    title = 'tools and permissions',
    items = items,
    line = line,
    keys = {
      x = {
        what = 'on/off',
        run = function(item, list)
          if item.tool then
            toggle(tools, item.tool.name)
            list.set(items)
          end
        end,
      },
      K = {
        what = 'details',
        run = function(item)
          if item.tool then
            details(item.tool)
          end
        end,
      },
      d = {
        what = 'revoke a rule',
        run = function(item, list)
          if item.rule then
            list.close()
            revoke(item.rule)
          end
        end,
      },
    },
  })
end

--- Lists the tools and the permission rules.
function M.show()
  client.request('ptk/tools', {}, function(tools, problem)
    if not tools then
      return vim.notify('ptk: ' .. (problem or 'the server sent no result'), vim.log.levels.ERROR)
    end
    client.request('ptk/permissions', {}, function(permissions)
      open(tools.tools, permissions and permissions.rules or {})
    end)
  end)
end

return M
