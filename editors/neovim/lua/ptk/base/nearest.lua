--- Finds the name that was probably meant.
local M = {}

--- Returns the number of characters to insert, delete, replace or swap with their
--- neighbour to get from one word to the other.
---@param a string
---@param b string
---@return integer
local function distance(a, b)
  local before, last = {}, {} ---@type table<integer, integer>, table<integer, integer>
  for j = 0, #b do
    last[j] = j
  end
  for i = 1, #a do
    local row = { [0] = i } ---@type table<integer, integer>
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before, last = last, row
  end
  return last[#b]
end

--- Returns the name that is most like a word, or nil if none is like it.
---@param word string
---@param names string[]
---@return string?
function M.find(word, names)
  local best, least = nil, math.max(2, math.floor(#word / 3)) + 1 ---@type string?, integer
  for _, name in ipairs(vim.fn.sort(vim.list_slice(names))) do
    local n = distance(word:lower(), name:lower())
    if n < least and n < #name then
      best, least = name, n
    end
  end
  return best
end

--- Returns a question for the end of a message, such as "; did you mean stop?", or ''.
---@param word string
---@param names string[]
---@return string
function M.hint(word, names)
  local name = M.find(word, names)
  return name and ('; did you mean %s?'):format(name) or ''
end

return M
