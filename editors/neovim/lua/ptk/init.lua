--- The public functions, validated. The modules that do the work are loaded by the
--- first call, so that setup in a configuration takes little time.
local M = {}

local validate = require('ptk.base.validate')

---@class ptk.AskArguments
---@field range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1, which are attached
---@field new? boolean whether the message begins a new conversation

---@class ptk.ContextOptions
---@field range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1, which are attached
---@field clear? boolean removes what is attached first

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
---@param text? string
---@param options? ptk.AskArguments
function M.ask(text, options)
  validate.type('ask', 'text', text, 'string', true)
  if type(options) == 'table' and options[1] then
    local range = options --[[@as any]] -- as in earlier versions
    options = { range = range }
  end
  validate.options('ask', options, { range = 'table', new = 'boolean' })
  text, options = vim.trim(text or ''), options or {}
  validate.range('ask', options.range)
  local target = chat()
  if options.new then
    target:reset()
  end
  if options.range then
    target:attach(require('ptk.editor.context').lines_attachment(0, options.range[1], options.range[2]))
  end
  require('ptk.view.window').open(target, { focus = text == '' })
  if text ~= '' then
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

--- Continues the last turn, if it is not done, from where it stands.
function M.continue()
  require('ptk.app')
  require('ptk.state.resume').run(chat())
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
  validate.type('answer', 'decision', decision, 'string')
  validate.one_of('answer', 'decision', decision, { 'allow_once', 'allow_session', 'reject' })
  require('ptk.app')
  require('ptk.commands.approve').answer(decision)
end

--- Opens a source in the picker of the option `picker`; 'select' if that is 'auto'.
---@param name string of the source
local function choose(name)
  require('ptk.app')
  local pick = require('ptk.commands.pick')
  pick.named(name, not pick.is_chosen() and { picker = 'select' } or nil)
end

--- Sets the model of the next messages.
---@param id? string default: the user picks one
function M.model(id)
  validate.type('model', 'id', id, 'string', true)
  if not id or id == '' then
    return choose('models')
  end
  require('ptk.app')
  require('ptk.commands.choose').model(id)
end

--- Sets the mode of the next messages.
---@param mode? ptk.Mode default: the user picks one
function M.mode(mode)
  validate.one_of('mode', 'mode', mode, { 'agent', 'ask', 'plan' })
  if not mode then
    return choose('modes')
  end
  require('ptk.app')
  require('ptk.commands.choose').mode(mode)
end

---@class ptk.PickOptions
---@field picker? 'auto'|'select'|'telescope'|'fzf-lua'|'snacks'|'mini.pick' default: the option of setup
---@field query? string words that a conversation must contain
---@field picker_options? table for telescope, such as a theme

--- Picks a conversation, a model, a mode, a sent message or a command.
---@param source? 'history'|'models'|'modes'|'prompts'|'commands' default: the user picks one
---@param options? ptk.PickOptions
function M.pick(source, options)
  require('ptk.app')
  validate.one_of('pick', 'source', source, require('ptk.commands.sources').names())
  validate.options('pick', options, { picker = 'string', query = 'string', picker_options = 'table' })
  require('ptk.commands.pick').named(source or '', options)
end

--- Carries out the last plan, or opens it to be edited.
---@param what? 'edit'
function M.plan(what)
  validate.one_of('plan', 'what', what, { 'edit' })
  require('ptk.commands.plan')[what == 'edit' and 'edit' or 'carry_out'](chat())
end

--- Lists the conversations of the workspace.
---@param query? string words that they must contain
function M.history(query)
  validate.type('history', 'query', query, 'string', true)
  require('ptk.app')
  local pick = require('ptk.commands.pick')
  if pick.is_chosen() then
    return pick.named('history', { query = query })
  end
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

--- Shows what is sent with the next message, or attaches to it.
---@param path? string of a file
---@param options? ptk.ContextOptions
function M.context(path, options)
  validate.type('context', 'path', path, 'string', true)
  validate.options('context', options, { range = 'table', clear = 'boolean' })
  options = options or {}
  validate.range('context', options.range)
  require('ptk.app')
  local context = require('ptk.commands.context')
  if options.clear then
    context.clear()
  end
  if options.range then
    chat():attach(require('ptk.editor.context').lines_attachment(0, options.range[1], options.range[2]))
  elseif (path or '') ~= '' then
    context.add_file(path --[[@as string]])
  elseif not options.clear then
    context.show()
  end
end

--- Opens a log.
---@param name? 'server'|'neovim'
function M.log(name)
  validate.one_of('log', 'name', name, { 'server', 'neovim' })
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

--- Returns the state of the chat, or nil if it was not used yet.
---@return ptk.Status?
function M.state()
  local session = package.loaded['ptk.commands.session']
  return session and require('ptk.commands.statusline').state_of(session.current())
end

---@class ptk.StatuslineOptions
---@field parts? string[] of 'state', 'mode', 'model', 'context' and 'cost'; default: all

--- Returns a text for 'statusline': what the chat does, its mode and model, how full the
--- context window is, and the cost. '' if the chat was not used yet.
---@param options? ptk.StatuslineOptions
---@return string
function M.statusline(options)
  validate.options('statusline', options, { parts = 'table' })
  local state = M.state()
  if not state then
    return ''
  end
  local statusline = require('ptk.commands.statusline')
  local names = options and options.parts or statusline.parts
  for _, name in ipairs(names) do
    validate.one_of('statusline', 'parts', name, statusline.parts)
  end
  return statusline.text(state, names)
end

return M
