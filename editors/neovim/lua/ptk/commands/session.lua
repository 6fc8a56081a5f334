--- The chats of this Neovim, connected to their transcripts, windows and keys.
local M = {}

local api = vim.api
local announce = require('ptk.commands.announce')
local bar = require('ptk.view.bar')
local chat_list = require('ptk.commands.chat_list')
local chat_buffer = require('ptk.view.chat_buffer')
local chats = require('ptk.state.chats')
local completion = require('ptk.commands.completion')
local conversation = require('ptk.state.conversation')
local keys = require('ptk.commands.keys')
local new_chat = require('ptk.state.chat').new
local page = require('ptk.view.page')
local process = require('ptk.protocol.process')
local prompt_history = require('ptk.view.prompt_history')
local roots = require('ptk.protocol.roots')
local saved = require('ptk.state.saved')
local scroll = require('ptk.view.scroll')
local store = require('ptk.state.store')
local transcripts = require('ptk.view.transcript')
local turn_view = require('ptk.view.turn_view')
local turns = require('ptk.state.turn')
local window = require('ptk.view.window')

--- The name of the first chat's buffer; those of others end with their id.
local first_name = 'ptk://chat'

---@type ptk.Screen
local screen = {
  begin_turn = function(chat, info)
    return turn_view.begin(chat.transcript, info)
  end,
  show_page = page.show,
  prepend_page = page.prepend,
  refresh = bar.refresh,
  show_end = scroll.show_end,
  is_seen = window.is_seen,
}

---@param chat ptk.Chat
local function prepare(chat)
  prompt_history.attach(chat.transcript)
  keys.map(chat, { pick = M.pick, next = M.next })
  chat_buffer.prepare(chat, function()
    prepare(chat)
    saved.keep(chat)
  end)
  completion.attach(chat)
end

---@param root string of its workspace
---@param id string
---@param name? string of its buffer; default: the first one, or one with the id
---@return ptk.Chat
local function create(root, id, name)
  name = name or chats.of_name(first_name) and ('%s/%s'):format(first_name, store.short_id(id)) or first_name
  local transcript = transcripts.new()
  local chat = new_chat({ id = id, name = name, root = root, transcript = transcript, screen = screen })
  chats.add(chat)
  prepare(chat)
  saved.keep(chat)
  saved.restore(chat)
  announce.watch()
  return chat
end

--- Returns the chat that the user is in, or that of the tab page; the first use creates
--- it.
---@return ptk.Chat
function M.current()
  local chat = chats.here() or chats.suitable()
  if not chat then
    local root = roots.of_tab()
    chat = create(root, saved.claim(root))
  end
  chats.use(chat)
  return chat
end

--- Shows a chat in this tab page.
---@param chat ptk.Chat
---@param options? {focus: boolean} default: with the focus
function M.show(chat, options)
  chats.use(chat)
  window.open(chat, options or { focus = true })
end

--- Opens a stored chat that is not open.
---@param id string
---@param name? string of its buffer
---@return ptk.Chat? nil if another Neovim has it open
local function open_saved(id, name)
  local root = saved.take(id)
  return root and create(root, id, name) or nil
end

--- Opens another chat of the workspace, beside those that there are.
---@return ptk.Chat
function M.add()
  local before = M.current()
  local chat = create(before.root, saved.claim(before.root, true))
  chat.model, chat.mode, chat.tools = before.model, before.mode, before.tools
  return chat
end

--- Starts a new conversation: in the chat, or in another one if an answer is being
--- written there. The draft is taken along.
function M.new()
  local chat = M.current()
  if not chat.turn then
    chat:reset()
    return M.show(chat)
  end
  local draft = chat.transcript:prompt()
  local fresh = M.add()
  fresh.transcript:set_prompt(draft)
  chat.transcript:set_prompt('')
  M.show(fresh)
end

--- Shows a conversation: in the chat that has it, else in the current chat, or in another
--- one if an answer is being written there.
---@param id string
function M.open_conversation(id)
  local chat = chats.of_conversation(id)
  if chat then
    return M.show(chat)
  end
  chat = M.current()
  chat = chat.turn and M.add() or chat
  M.show(chat)
  chat:cancel_editing()
  conversation.open(chat, id)
end

--- Shows a chat of the list in this tab page.
---@param item ptk.ChatItem
function M.open(item)
  local chat = item.id and chats.of_id(item.id)
  if not chat then
    chat = item.id and open_saved(item.id) or not item.id and M.add() or nil
  end
  if not chat then
    return vim.notify('ptk: another Neovim has this chat open', vim.log.levels.WARN)
  end
  M.show(chat)
end

--- Lets the user pick a chat.
function M.pick()
  M.current()
  chat_list.pick(M.open)
end

--- Shows the next open chat in this tab page.
---@param step 1|-1
function M.next(step)
  local current, all = M.current(), chats.all()
  if #all == 1 then
    return vim.notify('ptk: there is one chat; :Ptk chats new opens another')
  end
  for i, chat in ipairs(all) do
    if chat == current then
      return M.show(all[(i - 1 + step) % #all + 1])
    end
  end
end

--- Closes a chat; its conversation stays in the history.
---@param chat ptk.Chat
function M.close(chat)
  local next_one = vim.iter(chats.all()):find(function(other)
    return other ~= chat and other.root == chat.root
  end)
  for _, win in ipairs(vim.fn.win_findbuf(chat.transcript.buf)) do
    if next_one then
      window.set_buffer(win, next_one.transcript.buf)
    end
  end
  chats.remove(chat)
  saved.forget(chat)
  chat_buffer.delete(chat)
  vim.iter(chats.all()):each(bar.refresh)
end

--- Opens the chat of a buffer that a session has restored, and shows it instead.
---@param buf integer
local function adopt(buf)
  local tabs = roots.tabs_with(buf)
  local name = api.nvim_buf_get_name(buf)
  local short = name:match('^ptk://chat/(%x+)$')
  local id = short and store.find(short)
  local chat = id and open_saved(id, name)
  if not chat then
    local root = roots.of_tab(tabs[1])
    chat = create(root, saved.claim(root), name)
  end
  chat_buffer.replace(chat, buf)
  for _, tab in ipairs(tabs) do
    chats.use(chat, tab)
  end
end

--- Connects the buffers of a session that had chats with their chats: those whose names
--- have an id first, since the others take what is left.
function M.after_session()
  local names = {} ---@type table<integer, string>
  for _, buf in ipairs(api.nvim_list_bufs()) do
    local name = api.nvim_buf_get_name(buf)
    if vim.startswith(name, first_name) and not chats.of_buffer(buf) then
      names[buf] = name
    end
  end
  local bufs = vim.tbl_keys(names)
  table.sort(bufs, function(a, b)
    return #names[a] > #names[b]
  end)
  vim.iter(bufs):each(adopt)
end

---@return string what the chat does; '' if it is idle
function M.status()
  local chat = chats.here() or chats.suitable()
  local activity = chat and chat:activity() or ''
  local waits = vim.iter(chats.all()):any(function(other)
    return other:is_asked()
  end)
  return activity == '' and waits and 'another chat waits for your answer' or activity
end

process.on_end(function(message, client_id)
  turns.fail_all(client_id, message, 'The conversation is saved: :Ptk continue goes on.')
end)

return M
