--- Lists the changes of a turn in the quickfix list.
local M = {}

local buffers = require('ptk.editor.buffers')
local changes = require('ptk.view.changes')
local format = require('ptk.base.format')
local hunks = require('ptk.base.hunks')
local visible = require('ptk.base.visible')

---@class ptk.ChangedPlace
---@field line integer
---@field text string

--- Moves places behind a later change of the same file, and drops those that it replaces.
---@param places ptk.ChangedPlace[]
---@param parts ptk.Part[]
---@return ptk.ChangedPlace[]
local function moved(places, parts)
  local kept = {}
  for _, place in ipairs(places) do
    local shift, replaced = 0, false
    for _, part in ipairs(parts) do
      replaced = replaced or (place.line >= part.old_at and place.line < part.old_at + #part.old)
      if part.old_at + #part.old <= place.line then
        shift = shift + #part.new - #part.old
      end
    end
    if not replaced then
      kept[#kept + 1] = { line = place.line + shift, text = place.text }
    end
  end
  return kept
end

---@param part ptk.Part
---@return string
local function text_of(part)
  local line = vim.iter(part.new):find(function(each)
    return each:find('%S') ~= nil
  end)
  if line then
    return vim.trim(visible.line(hunks.bare(line)))
  end
  return ('%d lines removed'):format(#part.old)
end

--- Returns the places that the calls of a turn have changed, by file.
---@param info ptk.TurnInfo
---@return table<string, ptk.ChangedPlace[]> places
---@return string[] uris in the order of their first change
local function places_of(info)
  local all, uris = {}, {} ---@type table<string, ptk.ChangedPlace[]>, string[]
  for _, call in ipairs(info.calls) do
    local diff = call.result and call.result.diff
    if diff then
      if not all[diff.uri] then
        uris[#uris + 1] = diff.uri
      end
      local parts = hunks.parts(vim.split((diff.unified:gsub('\n$', '')), '\n', { plain = true }))
      local places = moved(all[diff.uri] or {}, parts)
      for _, part in ipairs(parts) do
        places[#places + 1] = { line = part.at, text = text_of(part) }
      end
      table.sort(places, function(a, b)
        return a.line < b.line
      end)
      all[diff.uri] = places
    end
  end
  return all, uris
end

---@param uri string
---@param places ptk.ChangedPlace[]
---@param is_marked boolean the buffers hold marks of this turn
---@return vim.quickfix.entry[]
local function items_of(uri, places, is_marked)
  local buf = buffers.buffer_of(uri)
  local lines = buf and is_marked and changes.lines(buf) or {}
  local items = {}
  for i, place in ipairs(places) do
    items[i] = {
      filename = vim.uri_to_fname(uri),
      lnum = #lines == #places and lines[i] or place.line,
      text = place.text,
    }
  end
  return items
end

--- Adds the files that were changed by other means than an edit, such as a command.
---@param info ptk.TurnInfo
---@param known table<string, ptk.ChangedPlace[]>
---@param items vim.quickfix.entry[] the result is added
local function add_others(info, known, items)
  for _, change in ipairs(info.changes) do
    if not known[change.uri] then
      items[#items + 1] = { filename = vim.uri_to_fname(change.uri), lnum = 1, text = change.kind }
    end
  end
end

--- Shows the changes of a turn, or of the last one that has any, in the quickfix window.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
function M.list(chat, info)
  local function has_changes(each)
    return not each.undone and (#each.changes > 0 or next((places_of(each))) ~= nil)
  end
  info = info and has_changes(info) and info or vim.iter(chat.turns):rev():find(has_changes)
  if not info then
    return vim.notify('ptk: no answer of this chat has changed a file')
  end
  local places, uris = places_of(info)
  local items = {} ---@type vim.quickfix.entry[]
  for _, uri in ipairs(uris) do
    vim.list_extend(items, items_of(uri, places[uri], changes.is_marked(info.turn_id)))
  end
  add_others(info, places, items)
  vim.fn.setqflist({}, ' ', { title = ('ptk: “%s”'):format(format.short(info.message)), items = items })
  vim.cmd('botright copen')
end

return M
