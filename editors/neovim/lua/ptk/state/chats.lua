--- The chats of this Neovim, and which of them each tab page uses.
local M = {}

local config = require('ptk.base.config')
local events = require('ptk.base.events')
local roots = require('ptk.protocol.roots')

--- In the order in which they were opened.
---@type ptk.Chat[]
local all = {}

---@class ptk.Use
---@field chat ptk.Chat
---@field root string of the tab page at that time

---@type table<integer, ptk.Use> by tab page
local uses = {}

---@return ptk.Chat[]
function M.all()
  return all
end

---@param chat ptk.Chat
function M.add(chat)
  all[#all + 1] = chat
  events.emit('ChatsChanged')
end

---@param chat ptk.Chat
function M.remove(chat)
  all = vim.tbl_filter(function(each)
    return each ~= chat
  end, all)
  for tab, use in pairs(uses) do
    if use.chat == chat then
      uses[tab] = nil
    end
  end
  events.emit('ChatsChanged')
end

---@param matches fun(chat: ptk.Chat): boolean?
---@return ptk.Chat?
local function find(matches)
  return vim.iter(all):find(matches)
end

---@param buf integer
---@return ptk.Chat?
function M.of_buffer(buf)
  return find(function(chat)
    return chat.transcript.buf == buf
  end)
end

---@param name string of its buffer
---@return ptk.Chat?
function M.of_name(name)
  return find(function(chat)
    return chat.name == name
  end)
end

---@param id string
---@return ptk.Chat?
function M.of_id(id)
  return find(function(chat)
    return chat.id == id
  end)
end

---@param id string of a conversation
---@return ptk.Chat?
function M.of_conversation(id)
  return id ~= ''
      and find(function(chat)
        return chat.conversation_id == id or (chat.turn ~= nil and chat.turn.conversation_id == id)
      end)
    or nil
end

--- Returns the chat that was used last.
---@param root? string only of this workspace
---@return ptk.Chat?
function M.last(root)
  local last
  for _, chat in ipairs(all) do
    if (not root or chat.root == root) and (not last or chat.used >= last.used) then
      last = chat
    end
  end
  return last
end

--- Makes a chat that of a tab page.
---@param chat ptk.Chat
---@param tab? integer default: the current one
function M.use(chat, tab)
  tab = tab or vim.api.nvim_get_current_tabpage()
  for each in pairs(uses) do
    uses[each] = vim.api.nvim_tabpage_is_valid(each) and uses[each] or nil
  end
  uses[tab] = { chat = chat, root = roots.of_tab(tab) }
  local seconds, micros = vim.uv.gettimeofday()
  chat.used = seconds * 1000 + math.floor(micros / 1000)
end

---@param chat ptk.Chat
---@return boolean whether it is the chat of a tab page
function M.is_used(chat)
  return vim.iter(pairs(uses)):any(function(tab, use)
    return use.chat == chat and vim.api.nvim_tabpage_is_valid(tab)
  end)
end

--- Returns the chat that the user is in, or that of the tab page, as long as the tab page
--- stays in its workspace.
---@return ptk.Chat?
function M.here()
  local chat = M.of_buffer(vim.api.nvim_get_current_buf())
  if chat then
    return chat
  end
  local use = uses[vim.api.nvim_get_current_tabpage()]
  return use and use.root == roots.of_tab() and use.chat or nil
end

--- Returns an open chat for a tab page that has none.
---@return ptk.Chat? nil if it needs a chat of its own
function M.suitable()
  local scope = config.get().chats
  if scope == 'one' then
    return M.last()
  elseif scope == 'root' then
    return M.last(roots.of_tab())
  end
end

--- Returns the workspace of the chat that the user is in.
---@return string
function M.root()
  local chat = M.here()
  return chat and chat.root or roots.of_tab()
end

return M
