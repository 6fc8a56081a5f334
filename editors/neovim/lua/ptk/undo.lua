--- What a turn changed in files, taken back and made again.
local M = {}

local client = require('ptk.client')
local words = require('ptk.words')

---@param said ptk.Said
---@param files ptk.UndoneFile[]
---@param word string
---@return string
local function account(said, files, word)
  local meanings = { restored = word, merged = word .. ', with what was changed since', conflict = 'left alone' }
  local parts = vim.tbl_map(function(file)
    local reason = (file.reason or '') ~= '' and ': ' .. file.reason or ''
    return ('%s %s%s'):format(words.file_name(file.uri), meanings[file.status] or file.status, reason)
  end, files)
  return ('“%s”: %s'):format(words.short(said.message), table.concat(parts, '; '))
end

---@param chat ptk.Chat
---@param said ptk.Said
---@param method 'ptk/undo'|'ptk/redo'
local function ask(chat, said, method)
  if chat.undoing then
    return vim.notify('ptk: the last undo is still on its way; try again in a moment', vim.log.levels.WARN)
  end
  chat.undoing = true
  local params = { conversationId = chat.conversation_id, turnId = said.turn_id }
  client.ask(method, params, function(result, problem)
    chat.undoing = false
    if not result then
      return vim.notify('ptk: ' .. (problem or 'no answer'), vim.log.levels.WARN)
    end
    said.undone = method == 'ptk/undo' and vim.uv.hrtime() or nil
    require('ptk.edits').refresh()
    local text = account(said, result.files, said.undone and 'as it was' or 'changed again')
    chat.transcript:add_lines({ '> ' .. text:gsub('\n', ' ') })
    chat:changed()
    -- A longer message would stop for a key.
    local fits = vim.fn.strdisplaywidth(text) < vim.o.columns - 20
    vim.notify('ptk: ' .. (fits and text or 'done; the chat says what'))
  end)
end

--- Takes back what a turn changed; without one, the last that changed something.
---@param chat ptk.Chat
---@param said? ptk.Said
function M.undo(chat, said)
  if not said or #said.changes == 0 then
    said = vim.iter(chat.said):rev():find(function(each)
      return #each.changes > 0 and not each.undone
    end)
  end
  if not said then
    return vim.notify('ptk: there is no change to undo here')
  end
  ask(chat, said, 'ptk/undo')
end

--- Makes again what was taken back last.
---@param chat ptk.Chat
function M.redo(chat)
  local undone = vim.tbl_filter(function(each)
    return each.undone ~= nil
  end, chat.said)
  table.sort(undone, function(a, b)
    return a.undone > b.undone
  end)
  if #undone == 0 then
    return vim.notify('ptk: nothing was undone')
  end
  ask(chat, undone[1], 'ptk/redo')
end

return M
