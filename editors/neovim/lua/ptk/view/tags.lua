--- Tags the rows of a transcript with what they show, for the keys; and writes
--- blocks, each a head line with folded details below it.
local M = {}

local api = vim.api
local visible = require('ptk.base.visible')
local places = api.nvim_create_namespace('ptk.tags')
local looks = api.nvim_create_namespace('ptk.blocks')

--- The namespaces of the extmarks that this module sets.
M.places, M.looks = places, looks

--- The indentation of details.
M.detail = '    '

---@class ptk.Tag
---@field kind 'message'|'answer'|'call'|'plan'|'thought'|'changes'|'earlier'
---@field info? ptk.TurnInfo the turn it belongs to
---@field call? ptk.Call
---@field change? ptk.FileChange
---@field queued? ptk.Queued

--- Tags a row.
---@param transcript ptk.Transcript
---@param row integer
---@param tag ptk.Tag
---@return integer mark
function M.set(transcript, row, tag)
  local mark = api.nvim_buf_set_extmark(transcript.buf, places, row, 0, {})
  transcript.tags[mark] = tag
  return mark
end

---@param transcript ptk.Transcript
---@param mark integer
---@return integer row
function M.row_of(transcript, mark)
  return api.nvim_buf_get_extmark_by_id(transcript.buf, places, mark, {})[1]
end

--- Removes the tags of rows.
---@param transcript ptk.Transcript
---@param first integer
---@param last integer -1 for the last
function M.forget(transcript, first, last)
  local to = last == -1 and -1 or { last, -1 }
  for _, mark in ipairs(api.nvim_buf_get_extmarks(transcript.buf, places, { first, 0 }, to, {})) do
    api.nvim_buf_del_extmark(transcript.buf, places, mark[1])
    transcript.tags[mark[1]] = nil
  end
end

--- Returns the nearest tag that matches: at a row or above it, or with a step of 1 at
--- it or below.
---@param transcript ptk.Transcript
---@param row integer
---@param matches fun(tag: ptk.Tag): boolean?
---@param step? 1|-1 default -1
---@return ptk.Tag? tag
---@return integer? row
function M.near(transcript, row, matches, step)
  local from, to = { row, -1 }, 0 ---@type integer[], integer
  if step == 1 then
    from, to = { row, 0 }, -1
  end
  for _, mark in ipairs(api.nvim_buf_get_extmarks(transcript.buf, places, from, to, {})) do
    local tag = transcript.tags[mark[1]]
    if tag and matches(tag) then
      return tag, mark[2]
    end
  end
end

--- Returns the tag of the block or the line at a row.
---@param transcript ptk.Transcript
---@param row integer
---@return ptk.Tag?
function M.at(transcript, row)
  local tag, head = M.near(transcript, row, function()
    return true
  end)
  for inside = (head or row) + 1, row do
    if not vim.startswith(transcript:line(inside), M.detail) then
      return nil
    end
  end
  return tag
end

--- Adds a block; there is no empty line between blocks.
---@param transcript ptk.Transcript
---@param head string
---@param tag ptk.Tag
---@return integer block its extmark
function M.add_block(transcript, head, tag)
  return M.set(transcript, transcript:add_lines({ head }, 'block'), tag)
end

---@param transcript ptk.Transcript
---@param block integer
---@return integer head its row
---@return integer after the row after its details
local function block_rows(transcript, block)
  local head = M.row_of(transcript, block)
  local after = head + 1
  while vim.startswith(transcript:line(after), M.detail) do
    after = after + 1
  end
  return head, after
end

---@param transcript ptk.Transcript
---@param block integer
---@param head string
---@param glyph_group string highlight of its first character
function M.set_head(transcript, block, head, glyph_group)
  local buf, row = transcript.buf, M.row_of(transcript, block)
  transcript:write(function()
    api.nvim_buf_clear_namespace(buf, looks, row, row + 1)
    -- Not nvim_buf_set_lines, after which the fold of the details may end too early.
    api.nvim_buf_set_text(buf, row, 0, row, #transcript:line(row), { visible.line(head) })
    api.nvim_buf_set_extmark(buf, places, row, 0, { id = block })
    api.nvim_buf_set_extmark(buf, looks, row, 0, {
      end_col = #vim.fn.strcharpart(head, 0, 1),
      hl_group = glyph_group,
    })
  end)
end

---@param buf integer
---@param row integer
---@return string? group highlight of the first character of the head at the row
function M.head_group(buf, row)
  local mark = api.nvim_buf_get_extmarks(buf, looks, { row, 0 }, { row, 0 }, { details = true })[1]
  return mark and mark[4].hl_group
end

---@param lines string[]
---@return string[]
local function as_details(lines)
  return vim.tbl_map(function(line)
    return M.detail .. visible.prose((line:gsub('[\r\n]+', ' ')))
  end, lines)
end

--- Sets a block's details.
---@param transcript ptk.Transcript
---@param block integer
---@param lines string[]
---@param group? fun(line: string): string? highlight of a line
function M.set_details(transcript, block, lines, group)
  local head, after = block_rows(transcript, block)
  local from = head + 1
  local buf, heading = transcript.buf, transcript:heading_row()
  transcript:write(function()
    api.nvim_buf_clear_namespace(buf, looks, from, after)
    api.nvim_buf_set_lines(buf, from, after, false, as_details(lines))
    transcript:place_heading(heading + #lines - (after - from))
    for i, line in ipairs(lines) do
      local row = from + i - 1
      api.nvim_buf_set_extmark(buf, looks, row, 0, {
        end_col = #transcript:line(row), -- not the next row, whose head may be cleared
        hl_group = group and group(line) or 'PtkDetail',
      })
    end
  end)
end

--- Adds a piece of text to the details of the last block, after the last piece.
---@param transcript ptk.Transcript
---@param text string
function M.add_details(transcript, text)
  local buf, heading = transcript.buf, transcript:heading_row()
  local row = transcript:end_row() - 2
  local lines = vim.split(visible.prose((text:gsub('\r\n?', '\n'))), '\n', { plain = true })
  for i, line in ipairs(lines) do
    lines[i] = M.detail .. line
  end
  local last = transcript:line(row)
  local continues = vim.startswith(last, M.detail)
  if continues then
    lines[1] = lines[1]:sub(#M.detail + 1)
  end
  transcript:write(function()
    if continues then
      api.nvim_buf_set_text(buf, row, #last, row, #last, lines)
    else
      api.nvim_buf_set_lines(buf, row + 1, row + 1, false, lines)
    end
    local added = #lines - (continues and 1 or 0)
    transcript:place_heading(heading + added)
    for at = row + 1, row + added do
      api.nvim_buf_set_extmark(buf, looks, at, 0, { end_col = #transcript:line(at), hl_group = 'PtkDetail' })
    end
  end)
end

return M
