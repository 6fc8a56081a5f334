--- Finds the block that a Markdown text leaves open, because it was stopped.
local M = {}

--- The beginnings of HTML blocks that go on over blank lines, with their ends.
local html = {
  { '<!%-%-', '-->' },
  { '<%?', '?>' },
  { '<!%[cdata%[', ']]>' },
  { '<pre[%s>]', '</pre>' },
  { '<script[%s>]', '</script>' },
  { '<style[%s>]', '</style>' },
  { '<textarea[%s>]', '</textarea>' },
}

---@param line string
---@return string? fence that the line opens, with its indent
local function fence_in(line)
  return line:match('^(%s*```+)[^`]*$') or line:match('^(%s*~~~+)')
end

---@param line string
---@return string? ending of the HTML block that the line opens and leaves open
local function html_in(line)
  local text = line:lower()
  for _, block in ipairs(html) do
    local _, last = text:find('^ ? ? ?' .. block[1])
    if last and not text:find(block[2], last, true) then
      return block[2]
    end
  end
end

---@param line string
---@param open string what closes the block
---@return boolean
local function closes(line, open)
  local fence = vim.trim(open)
  if fence:match('^[`~]') then
    return vim.startswith(vim.trim(line), fence) and vim.trim(line):match('^' .. fence:sub(1, 1) .. '+$') ~= nil
  end
  return line:lower():find(open, 1, true) ~= nil
end

--- Returns the line that closes a code block or an HTML block, if one is open. Tables and
--- quotes end at the blank line that follows.
---@param text string
---@return string?
function M.ending(text)
  local open ---@type string?
  for line in vim.gsplit(text, '\n', { plain = true }) do
    if not open then
      open = fence_in(line) or html_in(line)
    elseif closes(line, open) then
      open = nil
    end
  end
  return open
end

return M
