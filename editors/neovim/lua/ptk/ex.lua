--- Runs and completes :Ptk {subcommand}.
local M = {}

local nearest = require('ptk.base.nearest')
local subcommands = require('ptk.subcommands')

---@param name string
---@return ptk.Subcommand?
local function find(name)
  return vim.iter(subcommands):find(function(each)
    return each.name == name
  end)
end

---@param keep? fun(each: ptk.Subcommand): boolean
---@return string[]
local function names(keep)
  local found = {}
  for _, each in ipairs(subcommands) do
    if not keep or keep(each) then
      found[#found + 1] = each.name
    end
  end
  return vim.fn.sort(found)
end

---@param problem string
local function refuse(problem)
  vim.notify('ptk: ' .. problem, vim.log.levels.ERROR)
end

---@param subcommand ptk.Subcommand
---@param given ptk.Arguments
---@return string? problem
local function problem_of(subcommand, given)
  if given.range and not subcommand.range then
    return (':Ptk %s takes no range'):format(subcommand.name)
  elseif given.bang and not subcommand.bang then
    return (':Ptk %s takes no !'):format(subcommand.name)
  elseif given.text ~= '' and not subcommand.args then
    return (':Ptk %s takes no arguments'):format(subcommand.name)
  end
end

---@param subcommand ptk.Subcommand
---@param args vim.api.keyset.create_user_command.command_args
---@param text string
local function call(subcommand, args, text)
  local range = args.range > 0 and { math.max(1, args.line1), math.max(1, args.line2) } or nil
  local given = { text = vim.trim(text), range = range, bang = args.bang }
  local problem = problem_of(subcommand, given)
  if problem then
    return refuse(problem)
  end
  local ok, failure = pcall(subcommand.run, given)
  if not ok then
    refuse((tostring(failure):gsub('^ptk%.[%w_]+: ', '')))
  end
end

--- Runs :Ptk.
---@param args vim.api.keyset.create_user_command.command_args
function M.run(args)
  local name, text = args.args:match('^(%S+)%s*(.*)$')
  if not name then
    name, text = args.range > 0 and 'ask' or 'toggle', ''
  end
  local subcommand = find(name)
  if not subcommand then
    local hint = nearest.hint(name, names())
    return refuse(('there is no :Ptk %s%s'):format(name, hint ~= '' and hint or '; :Ptk <Tab> lists what there is'))
  end
  call(subcommand, args, text)
end

--- Runs a subcommand by its former command.
---@param name string of the subcommand
---@param args vim.api.keyset.create_user_command.command_args
function M.run_old(name, args)
  call(assert(find(name)), args, args.args)
end

---@param subcommand? ptk.Subcommand
---@param lead string
---@return string[]
local function complete_arguments(subcommand, lead)
  if not subcommand or not subcommand.complete then
    return {}
  end
  require('ptk.app')
  return require('ptk.commands.arguments').complete(subcommand.complete, lead)
end

--- Completes :Ptk, for its `complete`.
---@param lead string the word before the cursor
---@param line string
---@param cursor integer bytes before the cursor
---@return string[]
function M.complete(lead, line, cursor)
  local before, bang, rest = line:sub(1, cursor):match('^(.-)%f[%a]Ptk(!?)%s*(.*)$')
  local name = (rest or ''):match('^(%S+)%s')
  if name then
    return complete_arguments(find(name), lead)
  end
  local ranged = before and before:find("[%d'%%.$,<>/?]") ~= nil
  return vim.tbl_filter(
    function(each)
      return vim.startswith(each, lead)
    end,
    names(function(each)
      return (not ranged or each.range == true) and (bang ~= '!' or each.bang == true)
    end)
  )
end

--- Completes the arguments of a former command.
---@param name string of the subcommand
---@param lead string
---@return string[]
function M.complete_old(name, lead)
  return complete_arguments(find(name), lead)
end

return M
