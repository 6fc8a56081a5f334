--- The text of an approval's window: the change, the answers, the window's size.
local M = {}

local choices = require('ptk.view.approval_choices')
local format = require('ptk.base.format')
local proposal = require('ptk.base.proposal')
local visible = require('ptk.base.visible')

--- Prefixes of quoted text, so that it cannot look like part of the question.
local gutter = '│ '
local continued = '┊ '

---@class ptk.ShownPart : ptk.ProposedPart with its rows in the window
---@field row integer from 0
---@field last_row integer
---@field hunk_row integer

--- Marks a line of a diff; a carriage return at its end is part of the line end.
---@param line string
---@return string
local function visible_line(line)
  return visible.text((line:gsub('\r$', '')))
end

--- Quotes a text, each line after the gutter. Lines that are wider than the window
--- are split, because Neovim does not scroll within a line.
---@param lines string[] the result is added
---@param text string
local function add_quoted(lines, text)
  local most = math.max(20, choices.room() - 4)
  for _, line in ipairs(visible.lines(text)) do
    local at = 0
    repeat
      local stop = #line
      if stop - at > most then
        stop = at + most
        while stop > at + 1 and (line:byte(stop + 1) or 0) >= 0x80 and line:byte(stop + 1) < 0xC0 do
          stop = stop - 1
        end
      end
      lines[#lines + 1] = (at == 0 and gutter or continued) .. line:sub(at + 1, stop)
      at = stop
    until at >= #line
  end
end

---@param file ptk.ProposedFile
---@param lines string[] the result is added
---@return ptk.ShownPart[]
local function add_diff(file, lines)
  local unified, parts = proposal.shown(file)
  local text = vim.split((unified:gsub('\n$', '')), '\n', { plain = true })
  lines[#lines + 1] = ''
  local above = #lines
  vim.list_extend(lines, vim.tbl_map(visible_line, text))
  ---@param part ptk.ShownPart
  local function place(part)
    part.row, part.last_row = above + part.first - 1, above + part.last - 1
    part.hunk_row = above + part.hunk - 1
    return part
  end
  return vim.tbl_map(place, parts --[[@as any]])
end

--- Adds the arguments that neither the diff nor the command shows.
---@param params ptk.ApproveParams
---@param lines string[] the result is added
local function add_arguments(params, lines)
  local args = params.args or {}
  for _, name in ipairs(vim.fn.sort(vim.tbl_keys(args))) do
    if not params.command or (name ~= 'command' and name ~= 'description') then
      local value = format.argument_text(args[name])
      if value:find('\n') or #value > choices.room() - #name - 4 then
        lines[#lines + 1] = visible.line(name) .. ':'
        add_quoted(lines, value)
      else
        lines[#lines + 1] = visible.line(name) .. ': ' .. visible.line(value)
      end
    end
  end
end

--- Adds the model's own description. It comes last because it may be wrong.
---@param params ptk.ApproveParams
---@param lines string[] the result is added
local function add_description(params, lines)
  local parts_said =
    { { 'The model says what it does:', params.description }, { 'The model says why:', params.reasoning } }
  for _, each in ipairs(parts_said) do
    if (each[2] or '') ~= '' then
      vim.list_extend(lines, { '', each[1] })
      add_quoted(lines, each[2])
    end
  end
end

--- Returns the title of the window and its width.
---@param params ptk.ApproveParams
---@return string title
---@return integer width
local function title_of(params)
  local title = (' ptk asks: %s '):format(visible.line(params.title))
  return title, vim.fn.strdisplaywidth(title)
end

--- Reports whether the window is wide enough for the title.
---@param params ptk.ApproveParams
---@return boolean
local function fits_above(params)
  return select(2, title_of(params)) + 2 <= choices.room()
end

--- Returns the text of the window: the risk, then everything that would be done, then
--- the model's description.
---@param params ptk.ApproveParams|ptk.OwnQuestion
---@param files ptk.ProposedFile[]
---@return string[] lines
---@return ptk.ShownPart[] parts
---@return integer must_show row, from 1, that must have been visible before it can be allowed
function M.lines(params, files)
  local lines, parts = {}, {} ---@type string[], ptk.ShownPart[]
  local rule = (params.rule or '') ~= '' and 'A allows from now on: ' .. params.rule or ''
  local is_changed = vim.iter(files):any(proposal.is_changed)
  local changed = is_changed and 'You have changed the new text; this is what would be written.' or ''
  for _, line in ipairs({ params.risk or '', changed, rule }) do
    if line ~= '' then
      lines[#lines + 1] = visible.line(line)
    end
  end
  if params.target then
    lines[#lines + 1] = ('Neovim would run in %s:'):format(visible.line(params.target))
    add_quoted(lines, params.command)
  elseif params.command then
    lines[#lines + 1] = ('The tool %s would run:'):format(visible.line(params.tool))
    add_quoted(lines, params.command)
  elseif not fits_above(params) then
    lines[#lines + 1] = visible.line(params.title)
  end
  local must_show = #lines
  for _, file in ipairs(files) do
    vim.list_extend(parts, add_diff(file, lines))
  end
  if #(params.diff or {}) == 0 then
    if not params.target then
      add_arguments(params, lines)
    end
    must_show = #lines
  end
  add_description(params, lines)
  local whole = files[1] and files[1].whole
  return lines, (#parts > 1 and not whole) and parts or {}, must_show
end

--- Highlights the quoted Ex command, if it fits in one line.
---@param buf integer
---@param namespace integer
---@param lines string[]
function M.highlight_ex(buf, namespace, lines)
  local ok, parser = pcall(vim.treesitter.language.add, 'vim')
  local query = ok and parser ~= false and vim.treesitter.query.get('vim', 'highlights')
  for row, line in ipairs(lines) do
    if query and vim.startswith(line, gutter) then
      local text = line:sub(#gutter + 1)
      local root = vim.treesitter.get_string_parser(text, 'vim'):parse()[1]:root()
      for id, node in query:iter_captures(root, text) do
        local first, from, last, to = node:range()
        if first == 0 and last == 0 then
          local group = ('@%s.vim'):format(query.captures[id])
          local column = #gutter + from
          vim.api.nvim_buf_set_extmark(buf, namespace, row - 1, column, { end_col = #gutter + to, hl_group = group })
        end
      end
      return
    end
  end
end

--- Skips the part at a row or includes it again; all parts of the hunk if the row is
--- in none of them.
---@param parts ptk.ShownPart[]
---@param row integer
---@return boolean changed
function M.toggle(parts, row)
  local hunk ---@type integer?
  for _, part in ipairs(parts) do
    if row >= part.row and row <= part.last_row then
      part.decision = part.decision ~= 'rejected' and 'rejected' or nil
      return true
    elseif part.hunk_row <= row then
      hunk = part.hunk_row
    end
  end
  local others = vim.tbl_filter(function(part)
    return part.hunk_row == hunk
  end, parts)
  local all_out = vim.iter(others):all(function(part)
    return part.decision == 'rejected'
  end)
  for _, part in ipairs(others) do
    part.decision = not all_out and 'rejected' or nil
  end
  return #others > 0
end

--- Returns the number of rows that lines need in a window that wraps them.
---@param lines string[]
---@param width integer
---@return integer
local function rows_of(lines, width)
  local rows = 0
  for _, line in ipairs(lines) do
    rows = rows + math.max(1, math.ceil(vim.fn.strdisplaywidth(line) / width))
  end
  return rows
end

---@param params ptk.ApproveParams
---@param lines string[]
---@param parts ptk.ShownPart[]
---@param aside boolean the change is drawn in its file: the window leaves room for that
---@return vim.api.keyset.win_config
function M.window(params, lines, parts, aside)
  local _, longest = choices.footer(params, parts)
  for _, line in ipairs(lines) do
    if longest > choices.room() then
      break
    end
    longest = math.max(longest, vim.fn.strdisplaywidth(line))
  end
  local title, title_width = title_of(params)
  local width = math.max(20, math.min(math.max(longest + 1, title_width + 2), choices.room()))
  local max_height = math.floor(vim.o.lines * (aside and 0.5 or 0.7))
  local height = math.max(1, #lines > max_height and max_height or math.min(rows_of(lines, width), max_height))
  return {
    relative = 'editor',
    width = width,
    height = height,
    row = math.max(0, aside and vim.o.lines - height - 4 or math.floor((vim.o.lines - height) / 2) - 2),
    col = math.floor((vim.o.columns - width) / 2),
    style = 'minimal',
    border = 'rounded',
    title = vim.fn.strcharpart(title, 0, width),
    footer = choices.footer_waiting,
    zindex = 60,
  }
end

return M
