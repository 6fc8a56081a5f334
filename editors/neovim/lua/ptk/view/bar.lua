--- The status of a chat: the bar at the top of its windows, the hint beside the prompt,
--- and the highlighting of its text.
local M = {}

local chats = require('ptk.state.chats')
local config = require('ptk.base.config')
local format = require('ptk.base.format')
local scroll = require('ptk.view.scroll')
local visible = require('ptk.base.visible')

--- Tree-sitter parses the whole Markdown text after each change, 2,000 lines in 35 ms,
--- which is too slow while an answer streams. Neovim 0.10 also blocks meanwhile.
local parses_async = vim.fn.has('nvim-0.11') == 1
local longest_parsed = parses_async and 800 or 500

--- Highlights with tree-sitter, or with 'syntax' if that is too slow or missing.
---@param chat ptk.Chat
local function highlight(chat)
  local buf = chat.transcript.buf
  local parsed = vim.api.nvim_buf_line_count(buf) <= longest_parsed or (parses_async and not chat.turn)
  local active = vim.treesitter.highlighter.active[buf] ~= nil
  if parsed and not active and not pcall(vim.treesitter.start, buf, 'markdown') then
    parsed = false
  end
  if not parsed and active then
    vim.treesitter.stop(buf)
  end
  local syntax = parsed and '' or 'markdown'
  if vim.bo[buf].syntax ~= syntax then
    vim.bo[buf].syntax = syntax
  end
end

--- Returns how full the model's context window is.
---@param usage? ptk.Usage
---@return string?
local function meter(usage)
  if usage and usage.contextWindow > 0 then
    return ('%d%% context'):format(math.ceil(100 * usage.contextTokens / usage.contextWindow))
  end
end

---@param name string
---@return string?
local function key(name)
  local set = config.get().keys[name]
  local first = type(set) == 'table' and set[1] or set
  return type(first) == 'string' and first or nil
end

--- Returns what the other chats want.
---@param chat ptk.Chat
---@return string?
local function others(chat)
  local counts = {} ---@type table<ptk.ChatState, integer>
  for _, other in ipairs(chats.all()) do
    if other ~= chat then
      counts[other:state()] = (counts[other:state()] or 0) + 1
    end
  end
  local asked, unread = counts['needs you'], counts.unread
  if asked then
    return (asked == 1 and 'another needs you' or asked .. ' need you') .. ': :Ptk approve'
  elseif unread then
    return ('%d unread: %s'):format(unread, key('chats') or ':Ptk chats')
  end
end

--- Returns the number of the chat, if there are several.
---@param chat ptk.Chat
---@return string
local function place(chat)
  local all = chats.all()
  for i, each in ipairs(all) do
    if each == chat and #all > 1 then
      return (' %d/%d'):format(i, #all)
    end
  end
  return ''
end

---@param chat ptk.Chat
---@return string
local function bar(chat)
  local activity = chat:activity()
  local parts = { activity ~= '' and '● ' .. activity or chat.loading and 'reading the conversation' or 'ready' }
  parts[#parts + 1] = others(chat)
  if chat.editing then
    table.insert(parts, 'editing a message')
  end
  if chat.mode and chat.mode ~= 'agent' then
    table.insert(parts, chat.mode .. ' mode')
  end
  parts[#parts + 1] = chat.model
  parts[#parts + 1] = meter(chat.usage)
  local keys, help = config.get().keys, key('help')
  if activity == '' and help then
    local send = #parts == 1 and type(keys.send) == 'string' and keys.send .. ' sends · ' or ''
    table.insert(parts, ('%s%s keys'):format(send, help))
  end
  return visible.line(table.concat(parts, ' · '))
end

---@param chat ptk.Chat
local function show_hint(chat)
  local hints = {} ---@type string[]
  if chat.editing then
    hints[1] = 'replaces the earlier message and what follows; :Ptk stop cancels'
  end
  if #chat.attachments > 0 then
    local titles = vim.tbl_map(format.attachment_title, chat.attachments)
    table.insert(hints, 'with ' .. table.concat(titles, ', '))
  end
  chat.transcript:set_hint(table.concat(hints, '; '))
end

--- Shows the status of a chat in all its windows.
---@param chat ptk.Chat
function M.refresh(chat)
  local text = (' ptk%s  %s'):format(place(chat), bar(chat)):gsub('%%', '%%%%') .. '%<'
  show_hint(chat)
  highlight(chat)
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    if vim.wo[win].winbar ~= text then
      vim.wo[win][0].winbar = text
    end
    scroll.follow(chat, win)
  end
end

return M
