--- The public functions. The modules that do the work are loaded by the first
--- call, so that setup in a configuration takes little time.
local M = {}

---@return ptk.Chat
local function chat()
  return require('ptk.app').chat()
end

---@param options? ptk.Config
function M.setup(options)
  require('ptk.base.config').set(options)
end

--- Opens the chat beside the current window, or closes it.
function M.toggle()
  require('ptk.view.window').toggle(chat())
end

--- Moves the focus to the chat, and opens it if need be; from the chat back to the file.
function M.focus()
  require('ptk.view.window').focus(chat())
end

--- Lists the chats for the user to pick one, or opens, closes or changes to another.
---@param action? 'new'|'close'|'next'|'previous'
function M.chats(action)
  require('ptk.app')
  require('ptk.commands.chats').run(action or '')
end

--- Returns the chats for status lines and pickers: their titles and states.
---@return ptk.ChatItem[]
function M.list_chats()
  require('ptk.app')
  return require('ptk.commands.chat_list').items()
end

--- Sends a message, to the running turn if there is one. Without a text it opens
--- the chat and attaches the lines.
---@param text string
---@param range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1
function M.ask(text, range)
  local target = chat()
  if range then
    target:attach(require('ptk.editor.context').lines_attachment(0, range[1], range[2]))
  end
  local has_text = vim.trim(text) ~= ''
  require('ptk.view.window').open(target, { focus = not has_text })
  if has_text then
    target:ask_when_loaded(text)
  end
end

--- Stops the running turn.
function M.stop()
  chat():stop()
end

--- Takes back the last message that was sent while the answer comes, if the model has
--- not read it yet.
function M.take_back()
  chat():take_back()
end

--- Sends the last message again.
function M.retry()
  chat():retry()
end

--- Starts a new conversation; an answer that is being written goes on in its chat.
function M.new()
  require('ptk.app')
  require('ptk.commands.session').new()
end

--- Moves the cursor to the question that waits for an answer; the user picks one
--- if there are several.
function M.approve()
  require('ptk.app')
  require('ptk.commands.approve').pick()
end

--- Reviews the change that is asked about, in its file.
function M.review()
  require('ptk.app')
  require('ptk.commands.approve').review()
end

--- Lists what the last answer has changed in the quickfix window.
function M.changes()
  require('ptk.commands.changes').list(chat())
end

--- Answers the question that is shown, from any window.
---@param decision 'allow_once'|'allow_session'|'reject'
function M.answer(decision)
  require('ptk.app')
  require('ptk.commands.approve').answer(decision)
end

--- Sets the model of the next messages.
---@param id? string default: the user picks one
function M.model(id)
  require('ptk.app')
  require('ptk.commands.choose').model(id or '')
end

--- Sets the mode of the next messages.
---@param mode? ptk.Mode default: the user picks one
function M.mode(mode)
  require('ptk.app')
  require('ptk.commands.choose').mode(mode or '')
end

--- Carries out the last plan, or opens it to be edited.
---@param what? 'edit'
function M.plan(what)
  require('ptk.commands.plan')[what == 'edit' and 'edit' or 'carry_out'](chat())
end

--- Lists the conversations of the workspace.
---@param query? string words that they must contain
function M.history(query)
  require('ptk.app')
  require('ptk.commands.history').show(query or '')
end

--- Undoes the file changes of the last turn that has any.
function M.undo()
  require('ptk.commands.undo').undo(chat())
end

--- Redoes the last undo.
function M.redo()
  require('ptk.commands.undo').redo(chat())
end

--- Lists the tools and the permission rules.
function M.tools()
  require('ptk.app')
  require('ptk.commands.tools').show()
end

--- Shows what is sent with the next message, or adds to it.
---@param path? string of a file
---@param range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1
function M.context(path, range)
  if range then
    return chat():attach(require('ptk.editor.context').lines_attachment(0, range[1], range[2]))
  end
  require('ptk.app')
  local context = require('ptk.commands.context')
  if (path or '') ~= '' then
    return context.add_file(path --[[@as string]])
  end
  context.show()
end

--- Opens a log.
---@param name? 'server'|'neovim'
function M.log(name)
  require('ptk.commands.log').open(name or '')
end

--- Builds the server with Go.
function M.install()
  require('ptk.commands.install').run()
end

--- Restarts the server.
function M.restart()
  require('ptk.app')
  require('ptk.protocol.client').restart()
end

--- Returns what the chat does, for a status line; '' if it is idle.
---@return string
function M.status()
  local session = package.loaded['ptk.commands.session']
  return session and session.status() or ''
end

return M
