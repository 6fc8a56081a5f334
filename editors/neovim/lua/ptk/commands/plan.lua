--- Carries out the plan of a turn, or edits it first.
local M = {}

local api = vim.api
local float = require('ptk.view.float')

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

--- Carries out the plan of a turn, or the last one.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
function M.carry_out(chat, info)
  local from = M.find(chat, info)
  if not from then
    return vim.notify('ptk: there is no plan; :PtkMode plan makes one')
  elseif chat.turn then
    return vim.notify('ptk: the answer is still being written; :PtkStop ends it', vim.log.levels.WARN)
  end
  begin(chat, from.plan)
end

---@param lines string[]
---@param old ptk.PlanEntry[]
---@return ptk.PlanEntry[]
local function parse(lines, old)
  local priorities = {} ---@type table<string, ptk.PlanPriority>
  for _, entry in ipairs(old) do
    priorities[entry.content] = entry.priority
  end
  local entries = {} ---@type ptk.PlanEntry[]
  for _, line in ipairs(lines) do
    local content = vim.trim((line:gsub('^%s*[-*]%s', '', 1)))
    if content ~= '' then
      entries[#entries + 1] = { content = content, priority = priorities[content] or 'medium', status = 'pending' }
    end
  end
  return entries
end

--- Opens the plan as an editable list.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
function M.edit(chat, info)
  local from = M.find(chat, info)
  if not from then
    return vim.notify('ptk: there is no plan; :PtkMode plan makes one')
  end
  local win, buf = float.show({
    title = 'plan: one step per line',
    lines = vim.tbl_map(function(entry)
      return '- ' .. entry.content:gsub('\n', ' ')
    end, from.plan),
    filetype = 'markdown',
    keys = {
      ['<CR>'] = {
        what = 'carry it out',
        run = function()
          local entries = parse(api.nvim_buf_get_lines(0, 0, -1, false), from.plan)
          api.nvim_win_close(0, true)
          if #entries > 0 then
            begin(chat, entries)
          end
        end,
      },
    },
  })
  vim.bo[buf].modifiable = true
  api.nvim_win_set_config(win, { height = math.min(#from.plan + 3, math.floor(vim.o.lines * 0.8)) })
end

return M
