--- Lists the conversations of the workspace: open, rename, copy, export, delete.
local M = {}

local chats = require('ptk.state.chats')
local client = require('ptk.protocol.client')
local lists = require('ptk.view.list')
local session = require('ptk.commands.session')
local visible = require('ptk.base.visible')

local page = 200

---@param text string
---@param level? integer
local function notify(text, level)
  vim.notify('ptk: ' .. text, level)
end

---@param stamp string a time as in RFC 3339
---@return string time of this machine
local function when(stamp)
  local year, month, day, hour, minute, second = stamp:match('^(%d+)-(%d+)-(%d+)T(%d+):(%d+):(%d+)')
  if not year then
    return stamp
  end
  local moment = { year = year, month = month, day = day, hour = hour, min = minute, sec = second, isdst = false }
  local utc = os.time(moment --[[@as any]])
  local here = os.time()
  local date = os.date('!*t', here) --[[@as table]]
  date.isdst = false
  return os.date('%Y-%m-%d %H:%M', utc + os.difftime(here, os.time(date --[[@as any]]))) --[[@as string]]
end

---@param info ptk.ConversationInfo
---@return string
local function line(info)
  local mark = info.conversationId == session.current().conversation_id and '▸' or ' '
  local notes = { info.turns == 1 and '1 turn' or info.turns .. ' turns' } ---@type string[]
  if info.running then
    notes[2] = 'running'
  elseif info.forkedFrom then
    notes[2] = 'a copy'
  end
  return ('%s %s  %s  (%s)'):format(mark, when(info.updatedAt), info.title:gsub('%s+', ' '), table.concat(notes, ', '))
end

---@param query string
---@param callback fun(list?: ptk.ConversationInfo[], problem?: string)
local function fetch(query, callback)
  local params = { limit = page, query = query ~= '' and query or nil }
  client.request('ptk/conversations', params, function(result, problem)
    callback(result and result.conversations, problem)
  end)
end

---@param info ptk.ConversationInfo
local function open_listed(info)
  session.open_conversation(info.conversationId)
end

--- Changes a conversation, then shows the list again.
---@param method string
---@param params table
---@param query string
local function change(method, params, query)
  client.request(method, params, function(_, problem)
    if problem then
      notify(problem, vim.log.levels.ERROR)
    end
    M.show(query)
  end)
end

---@param info ptk.ConversationInfo
---@param query string
local function rename(info, query)
  vim.ui.input({ prompt = 'Title: ', default = info.title }, function(title)
    if title and vim.trim(title) ~= '' then
      change('ptk/renameConversation', { conversationId = info.conversationId, title = vim.trim(title) }, query)
    end
  end)
end

---@param info ptk.ConversationInfo
---@param query string
local function delete(info, query)
  vim.ui.select(
    { 'keep it', 'delete it for good' },
    { prompt = ('Delete “%s”?'):format(visible.line(info.title)) },
    function(_, choice)
      if choice ~= 2 then
        return
      end
      local function go_on()
        change('ptk/deleteConversation', { conversationId = info.conversationId }, query)
      end
      local chat = chats.of_conversation(info.conversationId)
      if chat then
        return chat:abandon(go_on)
      end
      go_on()
    end
  )
end

--- Copies a conversation with all its turns and opens the copy.
---@param info ptk.ConversationInfo
local function fork(info)
  client.request('ptk/conversation', { conversationId = info.conversationId, limit = 1 }, function(past, problem)
    local last = past and past.turns[#past.turns]
    if not last then
      return notify(problem or 'the conversation is empty', vim.log.levels.WARN)
    end
    local params = { conversationId = info.conversationId, turnId = last.turnId }
    client.request('ptk/forkConversation', params, function(copy, fork_problem)
      if not copy then
        return notify(fork_problem or 'the server sent no result', vim.log.levels.ERROR)
      end
      session.open_conversation(copy.conversationId)
    end)
  end)
end

--- Writes a conversation as Markdown into a new buffer.
---@param id string
function M.export(id)
  client.request('ptk/exportConversation', { conversationId = id, format = 'markdown' }, function(result, problem)
    if not result then
      return notify(problem or 'the server sent no result', vim.log.levels.ERROR)
    end
    vim.cmd('tabnew')
    vim.bo.modeline = false -- models wrote the text
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(result.text, '\n', { plain = true }))
    vim.bo.filetype, vim.bo.modified = 'markdown', false
    notify('this is the conversation; :w {file} saves it')
  end)
end

---@param query string
---@return table<string, ptk.ListKey>
local function keys(query)
  local function closing(action)
    return function(info, list)
      list.close()
      action(info, query)
    end
  end
  return {
    ['<CR>'] = { what = 'open', run = closing(open_listed) },
    r = { what = 'rename', run = closing(rename) },
    c = { what = 'copy', run = closing(fork) },
    x = {
      what = 'export',
      run = closing(function(info)
        M.export(info.conversationId)
      end),
    },
    d = { what = 'delete', run = closing(delete) },
    s = {
      what = 'search',
      run = closing(function()
        vim.ui.input({ prompt = 'Search the conversations: ', default = query }, function(words)
          if words then
            M.show(words)
          end
        end)
      end),
    },
  }
end

--- Lists the conversations that contain all words of the query.
---@param query string
function M.show(query)
  fetch(query, function(list, problem)
    if not list then
      return notify(problem or 'the server sent no result', vim.log.levels.ERROR)
    elseif #list == 0 then
      return notify(
        query == '' and 'there are no conversations yet' or ('no conversation holds “%s”'):format(query)
      )
    end
    lists.open({
      title = query == '' and 'conversations' or ('conversations with “%s”'):format(query),
      items = list,
      line = line,
      keys = keys(query),
    })
  end)
end

---@param action fun(info: ptk.ConversationInfo, query: string)
---@return fun(info: ptk.ConversationInfo)
local function unfiltered(action)
  return function(info)
    action(info, '')
  end
end

--- The conversations, for pickers.
---@type ptk.Source
M.source = {
  name = 'history',
  title = 'conversations',
  none = 'there are no conversations yet',
  items = fetch,
  line = function(info)
    return visible.line(line(info))
  end,
  preview = function(info, callback)
    local params = { conversationId = info.conversationId, format = 'markdown' }
    client.request('ptk/exportConversation', params, function(result, problem)
      callback(result and result.text or problem or 'the server sent no result')
    end)
  end,
  choose = open_listed,
  actions = {
    { key = 'r', what = 'rename', run = unfiltered(rename) },
    { key = 'c', what = 'copy', run = fork },
    {
      key = 'x',
      what = 'export',
      run = function(info)
        M.export(info.conversationId)
      end,
    },
    { key = 'd', what = 'delete', run = unfiltered(delete) },
  },
}

return M
