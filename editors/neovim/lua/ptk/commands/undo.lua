--- Undoes and redoes the file changes of a turn.
local M = {}

local changes = require('ptk.view.changes')
local client = require('ptk.protocol.client')
local edits = require('ptk.editor.edits')
local format = require('ptk.base.format')

---@param info ptk.TurnInfo
---@param files ptk.UndoneFile[]
---@param word string for a restored file
---@return string
local function summary(info, files, word)
  local meanings = { restored = word, merged = word .. ', your later changes kept', conflict = 'left alone' }
  local parts = vim.tbl_map(function(file)
    local reason = (file.reason or '') ~= '' and ': ' .. file.reason or ''
    return ('%s %s%s'):format(format.file_name(file.uri), meanings[file.status] or file.status, reason)
  end, files)
  return ('“%s”: %s'):format(format.short(info.message), table.concat(parts, '; '))
end

---@param chat ptk.Chat
---@param info ptk.TurnInfo
---@param method 'ptk/undo'|'ptk/redo'
local function ask(chat, info, method)
  if chat.undoing then
    return vim.notify('ptk: the last undo is still running; try again in a moment', vim.log.levels.WARN)
  end
  chat.undoing = true
  local params = { conversationId = chat.conversation_id, turnId = info.turn_id }
  client.request(method, params, function(result, problem)
    chat.undoing = false
    if not result then
      return vim.notify('ptk: ' .. (problem or 'the server sent no result'), vim.log.levels.WARN)
    end
    info.undone = method == 'ptk/undo' and vim.uv.hrtime() or nil
    edits.refresh()
    changes.clear()
    local text = summary(info, result.files, info.undone and 'restored' or 'changed again')
    chat.transcript:add_lines({ '> ' .. text:gsub('\n', ' ') })
    chat:changed()
    -- A longer message would ask for a key.
    local fits = vim.fn.strdisplaywidth(text) < vim.o.columns - 20
    vim.notify('ptk: ' .. (fits and text or 'done; see the chat'))
  end)
end

--- Undoes the changes of a turn, or of the last turn that has any.
---@param chat ptk.Chat
---@param info? ptk.TurnInfo
function M.undo(chat, info)
  if not info or #info.changes == 0 then
    info = vim.iter(chat.turns):rev():find(function(each)
      return #each.changes > 0 and not each.undone
    end)
  end
  if not info then
    return vim.notify('ptk: there is no change to undo here')
  end
  ask(chat, info, 'ptk/undo')
end

--- Redoes the last undo.
---@param chat ptk.Chat
function M.redo(chat)
  local undone = vim.tbl_filter(function(each)
    return each.undone ~= nil
  end, chat.turns)
  table.sort(undone, function(a, b)
    return a.undone > b.undone
  end)
  if #undone == 0 then
    return vim.notify('ptk: nothing was undone')
  end
  ask(chat, undone[1], 'ptk/redo')
end

return M
