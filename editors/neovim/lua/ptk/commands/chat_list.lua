--- The list of the chats: the open ones, and those that are stored.
local M = {}

local chats = require('ptk.state.chats')
local format = require('ptk.base.format')
local roots = require('ptk.protocol.roots')
local store = require('ptk.state.store')
local visible = require('ptk.base.visible')

---@class ptk.ChatItem a chat in the list
---@field id? string nil for a chat that does not exist yet
---@field title string
---@field state ptk.ChatState|'closed'|'new' "closed" if it is stored from an earlier Neovim
---@field root string of its workspace
---@field current boolean
---@field buf? integer of an open chat

local order = { ['needs you'] = 1, unread = 2, running = 3, idle = 4, closed = 5, new = 6 }
local glyphs = { ['needs you'] = '?', unread = '●', running = '○', idle = ' ', closed = ' ', new = '+' }

---@return ptk.ChatItem[]
local function open_ones()
  local here = chats.here()
  return vim.tbl_map(function(chat)
    return {
      id = chat.id,
      title = chat:title(),
      state = chat:state(),
      root = chat.root,
      current = chat == here,
      buf = chat.transcript.buf,
    }
  end, chats.all())
end

---@param root string
---@return ptk.ChatItem[]
local function stored_ones(root)
  local list = {}
  for _, saved in ipairs(store.list(root)) do
    if not chats.of_id(saved.id) and not store.is_locked(saved.id) then
      local state, title = saved.state.unread and 'unread' or 'closed', saved.state.title or 'chat'
      list[#list + 1] = { id = saved.id, title = title, state = state, root = root, current = false }
    end
  end
  return list
end

--- Returns the chats: the open ones, those that need the user first, then the stored ones
--- of the workspace.
---@return ptk.ChatItem[]
function M.items()
  local list = vim.list_extend(open_ones(), stored_ones(chats.root()))
  local at = {}
  for i, item in ipairs(list) do
    at[item] = i
  end
  table.sort(list, function(a, b)
    return order[a.state] < order[b.state] or (order[a.state] == order[b.state] and at[a] < at[b])
  end)
  return list
end

---@param item ptk.ChatItem
---@return string
function M.line(item)
  local notes = {} ---@type string[]
  notes[1] = item.state ~= 'new' and item.state or nil
  notes[#notes + 1] = item.current and 'here' or nil
  notes[#notes + 1] = item.root ~= roots.of_tab() and format.path(item.root) or nil
  local note = #notes > 0 and ('  (%s)'):format(table.concat(notes, ', ')) or ''
  return visible.line(('%s %s%s'):format(glyphs[item.state], item.title, note))
end

--- Lets the user pick a chat.
---@param callback fun(item: ptk.ChatItem)
function M.pick(callback)
  local items = M.items()
  items[#items + 1] = { title = 'new chat', state = 'new', root = chats.root(), current = false }
  vim.ui.select(items, { prompt = 'Chats', kind = 'ptk.chats', format_item = M.line }, function(item)
    if item then
      callback(item)
    end
  end)
end

return M
