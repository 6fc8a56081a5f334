--- Carries out the plan of a turn, or edits it first.
local M = {}

local api = vim.api
local draft = require('ptk.view.draft')
local plan_block = require('ptk.view.plan_block')

--- Returns the turn whose plan would be carried out.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
---@return ptk.TurnInfo? the given turn if it has a plan, else the last one that has
function M.find(chat, info)
  local function has_plan(each)
    return each.mode == 'plan' and #(each.plan or {}) > 0
  end
  return info and has_plan(info) and info or vim.iter(chat.turns):rev():find(has_plan)
end

---@param chat ptk.Chat
---@param entries ptk.PlanEntry[]
local function begin(chat, entries)
  chat:ask('', { mode = 'agent', plan = entries })
end

---@param chat ptk.Chat
---@param from ptk.TurnInfo
---@return boolean
local function may_begin(chat, from)
  if chat.turn then
    vim.notify('ptk: the answer is still being written; :Ptk stop ends it', vim.log.levels.WARN)
  elseif not vim.list_contains(chat.turns, from) then
    vim.notify('ptk: the plan is of another conversation; :Ptk history opens it', vim.log.levels.WARN)
  else
    return true
  end
  return false
end

--- Carries out the plan of a turn, or the last one.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
function M.carry_out(chat, info)
  local from = M.find(chat, info)
  if not from then
    return vim.notify('ptk: there is no plan; :Ptk mode plan makes one')
  elseif may_begin(chat, from) then
    begin(chat, from.plan)
  end
end

---@param entry ptk.PlanEntry
---@return string
local function line_of(entry)
  return '- ' .. vim.trim((entry.content:gsub('%s*\n%s*', ' ')))
end

---@param lines string[]
---@param old ptk.PlanEntry[]
---@return ptk.PlanEntry[]
local function parse(lines, old)
  local known = {} ---@type table<string, ptk.PlanEntry>
  for _, entry in ipairs(old) do
    known[line_of(entry):sub(3)] = entry
  end
  local entries = {} ---@type ptk.PlanEntry[]
  for _, line in ipairs(lines) do
    local content = vim.trim((line:gsub('^%s*[-*]%s', '', 1)))
    local before = known[content]
    if content ~= '' and content ~= '-' and content ~= '*' then
      entries[#entries + 1] = {
        content = before and before.content or content,
        priority = before and before.priority or 'medium',
        status = 'pending',
      }
    end
  end
  return entries
end

--- Takes over an edited plan.
---@param chat ptk.Chat
---@param from ptk.TurnInfo
---@param lines string[]
---@return boolean taken
local function take(chat, from, lines)
  local entries = parse(lines, from.plan)
  if #entries == 0 then
    vim.notify('ptk: a plan needs at least one step; :q! leaves it as it was', vim.log.levels.WARN)
    return false
  end
  from.plan = entries
  plan_block.draw(chat.transcript, from)
  vim.schedule(function() -- after the dialog of :q, if it asks
    vim.notify(('ptk: the plan has %d steps; :Ptk plan carries it out'):format(#entries))
  end)
  return true
end

--- Opens the plan as an editable list: `:w` takes it over.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
function M.edit(chat, info)
  local from = M.find(chat, info)
  if not from then
    return vim.notify('ptk: there is no plan; :Ptk mode plan makes one')
  end
  local win, buf ---@type integer, integer
  win, buf = draft.open({
    name = 'plan',
    hint = ':w takes the plan over · <CR> carries it out · :q! discards',
    lines = vim.tbl_map(line_of, from.plan --[[@as ptk.PlanEntry[] ]]),
    filetype = 'markdown',
    take = function(lines)
      return take(chat, from, lines)
    end,
    keys = {
      ['<CR>'] = {
        what = 'carry the plan out',
        run = function()
          local lines = api.nvim_buf_get_lines(buf, 0, -1, false)
          if may_begin(chat, from) and take(chat, from, lines) then
            vim.bo[buf].modified = false
            api.nvim_win_close(win, true)
            begin(chat, from.plan)
          end
        end,
      },
    },
  })
end

return M
