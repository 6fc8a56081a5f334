--- What a question of the server shows: the change, the answers, the window's
--- measures.
local M = {}

--- Footers: while the user types elsewhere, and for the moment before the keys
--- mean something.
M.waiting = { { ' waits until you are back in normal mode ', 'Comment' } }
M.deaf = { { ' … ', 'Comment' } }

---@param params ptk.ApproveParams
---@return string[]
function M.lines(params)
  local lines = {} ---@type string[]
  local rule = (params.rule or '') ~= '' and 'A allows from now on: ' .. params.rule or ''
  for _, line in ipairs({ params.reasoning or '', params.risk or '', rule }) do
    if line ~= '' then
      vim.list_extend(lines, vim.split(line, '\n', { plain = true }))
    end
  end
  for _, diff in ipairs(params.diff or {}) do
    lines[#lines + 1] = ''
    vim.list_extend(lines, vim.split(vim.trim(diff.unified), '\n', { plain = true }))
  end
  if #(params.diff or {}) == 0 then
    lines[#lines + 1] = ''
    vim.list_extend(lines, require('ptk.words').argument_lines(params.args or {}))
  end
  return lines
end

---@class ptk.Choice
---@field key string
---@field word string
---@field short string where the screen is narrow
---@field decision? ptk.Decision
---@field with_rule? boolean offered only where the server says what it would allow
---@field lasting? boolean not offered where the question is asked each time

---@type ptk.Choice[]
local choices = {
  { key = 'a', word = 'allow once', short = 'once', decision = 'allow_once' },
  { key = 's', word = 'this session', short = 'session', decision = 'allow_session', lasting = true },
  { key = 'A', word = 'always', short = 'always', decision = 'allow_always', with_rule = true },
  { key = 'r', word = 'reject', short = 'reject', decision = 'reject' },
  { key = 'R', word = 'reject, say why', short = 'why' },
}

--- A question of the plugin's own, which is asked each time.
---@class ptk.OwnQuestion : ptk.ApproveParams
---@field each_time? boolean

---@param params ptk.ApproveParams|ptk.OwnQuestion
---@return ptk.Choice[]
function M.offered(params)
  return vim.tbl_filter(function(choice)
    return not (choice.with_rule and (params.rule or '') == '') and not (choice.lasting and params.each_time)
  end, choices)
end

---@return integer the widest that a float may be
local function room()
  return vim.o.columns - 4
end

---@param params ptk.ApproveParams
---@param field 'word'|'short'
---@return string[][] chunks
---@return integer width
local function answers_in(params, field)
  local chunks, width = {}, 0
  for _, choice in ipairs(M.offered(params)) do
    vim.list_extend(chunks, { { ' ' .. choice.key, 'Special' }, { ' ' .. choice[field] .. ' ', 'FloatFooter' } })
    width = width + #choice.key + #choice[field] + 3
  end
  return chunks, width
end

---@param params ptk.ApproveParams
---@return string[][] chunks
---@return integer width
function M.answers(params)
  local chunks, width = answers_in(params, 'word')
  if width > room() then
    return answers_in(params, 'short')
  end
  return chunks, width
end

---@param params ptk.ApproveParams
---@param lines string[]
---@return vim.api.keyset.win_config
function M.window(params, lines)
  local _, longest = M.answers(params)
  for _, line in ipairs(lines) do
    longest = math.max(longest, vim.fn.strdisplaywidth(line))
  end
  local width = math.max(20, math.min(longest + 1, room()))
  local height = math.max(1, math.min(#lines, math.floor(vim.o.lines * 0.7)))
  local title = vim.fn.strcharpart(params.title, 0, width - 6)
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 2),
    col = math.floor((vim.o.columns - width) / 2),
    style = 'minimal',
    border = 'rounded',
    title = (' ptk asks: %s '):format(title),
    footer = M.waiting,
    zindex = 60,
  }
end

return M
