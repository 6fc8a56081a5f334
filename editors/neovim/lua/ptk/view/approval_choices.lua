--- The answers that an approval offers, and the footer that shows them.
local M = {}

--- The footers while the user works elsewhere, and while keys are ignored.
M.footer_waiting = { { ' :Ptk approve to answer ', 'PtkKeyText' } }
M.footer_ignoring = { { ' … ', 'PtkKeyText' } }

---@return integer the largest width of a float
function M.room()
  return vim.o.columns - 4
end

---@class ptk.Choice
---@field key string
---@field label string
---@field short string label for a narrow screen
---@field decision? ptk.Decision
---@field with_rule? boolean offered only if the server names the rule
---@field lasting? boolean not offered if the question is asked each time
---@field with_parts? boolean offered only if the change has several parts
---@field with_diff? boolean offered only if files would change; not an answer, so a narrow footer omits it
---@field shows? 'file'|'sides' where the change is shown

---@type ptk.Choice[]
local choices = {
  { key = 'a', label = 'allow once', short = 'once', decision = 'allow_once' },
  { key = 's', label = 'this session', short = 'session', decision = 'allow_session', lasting = true },
  { key = 'A', label = 'always', short = 'always', decision = 'allow_always', with_rule = true },
  { key = 'x', label = 'skip part', short = 'part', with_parts = true },
  { key = 'gf', label = 'in file', short = 'file', with_diff = true, shows = 'file' },
  { key = 'gD', label = 'sides', short = 'sides', with_diff = true, shows = 'sides' },
  { key = 'r', label = 'reject', short = 'reject', decision = 'reject' },
  { key = 'R', label = 'say why', short = 'why' },
}

--- A question of the plugin itself.
---@class ptk.OwnQuestion : ptk.ApproveParams
---@field each_time? boolean it cannot be allowed for longer than once
---@field target? string the buffer that an Ex command runs in

---@param params ptk.ApproveParams|ptk.OwnQuestion
---@param parts ptk.ShownPart[]
---@return ptk.Choice[]
function M.offered(params, parts)
  return vim.tbl_filter(function(choice)
    return not (choice.with_rule and (params.rule or '') == '')
      and not (choice.lasting and params.each_time)
      and not (choice.with_parts and #parts == 0)
      and not (choice.with_diff and #(params.diff or {}) == 0)
  end, choices)
end

---@param offered ptk.Choice[]
---@param field 'label'|'short'
---@return string[][] chunks
---@return integer width
local function answers_in(offered, field)
  local chunks, width = {}, 0
  for _, choice in ipairs(offered) do
    vim.list_extend(chunks, { { ' ' .. choice.key, 'PtkKey' }, { ' ' .. choice[field] .. ' ', 'PtkKeyText' } })
    width = width + #choice.key + #choice[field] + 3
  end
  return chunks, width
end

---@param params ptk.ApproveParams
---@param parts ptk.ShownPart[]
---@return string[][] chunks
---@return integer width
function M.footer(params, parts)
  local offered = M.offered(params, parts)
  local answers = vim.tbl_filter(function(choice)
    return not choice.with_diff
  end, offered)
  local chunks, width ---@type string[][], integer
  for _, field in ipairs({ 'label', 'short' }) do
    for _, shown in ipairs({ offered, answers }) do
      chunks, width = answers_in(shown, field --[[@as 'label'|'short']])
      if width <= M.room() then
        return chunks, width
      end
    end
  end
  return chunks, width
end

return M
