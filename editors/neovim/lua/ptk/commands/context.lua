--- Shows what is sent with the next message, and how full the context window is.
local M = {}

local client = require('ptk.protocol.client')
local editor_context = require('ptk.editor.context')
local format = require('ptk.base.format')
local list = require('ptk.view.list')
local mentions = require('ptk.editor.mentions')
local session = require('ptk.commands.session')

local cells = 30

---@param n integer
---@return string such as 12.3k
local function tokens(n)
  return n < 1000 and tostring(n) or ('%.1fk'):format(n / 1000)
end

---@param usage? ptk.Usage
---@return string[]
local function usage_lines(usage)
  if not usage then
    return { 'Context window: nothing has been asked yet' }
  end
  local size, used = usage.contextWindow, usage.contextTokens
  local lines = {}
  if size > 0 then
    local full = math.min(cells, math.ceil(cells * used / size))
    local meter = ('█'):rep(full) .. ('░'):rep(cells - full)
    lines[1] = ('Context window: %s %s of %s'):format(meter, tokens(used), tokens(size))
  else
    lines[1] = ('Context window: %s tokens; its size is unknown'):format(tokens(used))
  end
  for _, part in ipairs(usage.parts or {}) do
    local budget = part.budget and ' of ' .. tokens(part.budget) or ''
    lines[#lines + 1] = ('  %-12s %s%s'):format(part.name, tokens(part.tokens), budget)
  end
  local cost = usage.costUsd and (', $%.4f'):format(usage.costUsd) or ''
  local sent, received = tokens(usage.inputTokens), tokens(usage.outputTokens)
  lines[#lines + 1] = ('Last turn: %s tokens sent, %s received%s'):format(sent, received, cost)
  return lines
end

---@param chat ptk.Chat
---@return {text: string, attachment?: integer}[]
local function items_of(chat)
  local items = {}
  local function add(text, attachment)
    items[#items + 1] = { text = text, attachment = attachment }
  end
  add('Model: ' .. (chat.model or "the server's") .. '   Mode: ' .. (chat.mode or 'agent'))
  add('Tools: ' .. (chat.tools and #chat.tools .. ' selected; see :Ptk tools' or 'all of the mode'))
  vim.iter(usage_lines(chat.usage)):each(add)
  add('')
  local context = editor_context.current('utf-16')
  add('Active file: ' .. (context.active and format.file_name(context.active.uri) or 'none'))
  add(#chat.attachments == 0 and 'Attached: nothing; :Ptk context {file} attaches one' or 'Attached:')
  for i, attachment in ipairs(chat.attachments) do
    add('  ' .. format.attachment_title(attachment), i)
  end
  return items
end

---@param chat ptk.Chat
local function compact(chat)
  if not chat.conversation_id then
    return vim.notify('ptk: there is no conversation to summarize')
  end
  client.request('ptk/compact', { conversationId = chat.conversation_id }, function(result, problem)
    if not result then
      return vim.notify('ptk: ' .. (problem or 'the server sent no result'), vim.log.levels.WARN)
    end
    if chat.usage then
      chat.usage.contextTokens = result.tokensAfter
    end
    chat:changed()
    local before, after = tokens(result.tokensBefore), tokens(result.tokensAfter)
    vim.notify(('ptk: summarized from %s to %s tokens; the chat stays as it is'):format(before, after))
  end)
end

--- Lists what is sent, with keys to change it.
function M.show()
  local chat = session.current()
  list.open({
    title = 'with the next message',
    items = items_of(chat),
    line = function(item)
      return item.text
    end,
    keys = {
      d = {
        what = 'remove an attachment',
        run = function(item, open)
          if item.attachment then
            table.remove(chat.attachments, item.attachment)
            chat:changed()
            open.set(items_of(chat))
          end
        end,
      },
      c = {
        what = 'summarize the conversation',
        run = function(_, open)
          open.close()
          compact(chat)
        end,
      },
    },
  })
end

--- Removes everything that is attached to the next message.
function M.clear()
  local chat = session.current()
  chat.attachments = {}
  chat:changed()
end

--- Attaches what a word names as after an @ in a message and only Neovim knows.
---@param word string
---@return boolean known
local function add_mentioned(word)
  local chat = session.current()
  local found = { attachments = {}, warnings = {} } ---@type ptk.Mentioned
  if not mentions.add(word, found) then
    return false
  end
  for _, attachment in ipairs(found.attachments) do
    chat:attach(attachment)
  end
  for _, warning in ipairs(found.warnings) do
    vim.notify('ptk: ' .. warning, vim.log.levels.WARN)
  end
  return true
end

--- Mentions a word in the prompt, for the server to resolve.
---@param word string
local function mention(word)
  local chat = session.current()
  local draft = chat.transcript:prompt()
  chat.transcript:set_prompt((draft ~= '' and draft .. ' ' or '') .. '@' .. word .. ' ')
  vim.notify(('ptk: @%s is in the prompt'):format(word))
end

--- Adds a file, a folder or an image to the next message, or what a message can name
--- after an @.
---@param path string
function M.add_file(path)
  local full = vim.fn.fnamemodify(path, ':p')
  local stat = vim.uv.fs_stat(full)
  local word = path:gsub('^@', '')
  if stat and (stat.type == 'file' or stat.type == 'directory') then
    session.current():attach({ uri = vim.uri_from_fname((full:gsub('(.)/$', '%1'))) })
  elseif not add_mentioned(word) then
    if vim.startswith(path, '@') or word:find('[*?]') then
      return mention(word)
    end
    vim.notify('ptk: there is no file ' .. path, vim.log.levels.ERROR)
  end
end

return M
