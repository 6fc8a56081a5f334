--- What a configuration may call. Each function does its work in a module of
--- its own, loaded when it is called.
local M = {}

---@return ptk.Chat
local function chat()
  return require('ptk.chat').current()
end

---@param options? ptk.Config
function M.setup(options)
  require('ptk.config').set(options)
end

--- Opens the chat beside the current window, or closes it.
function M.toggle()
  require('ptk.window').toggle(chat())
end

--- Asks in the chat, or tells the model something while it answers; without a
--- text the chat is opened with the lines attached.
---@param text string
---@param range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1
function M.ask(text, range)
  local into = chat()
  if range then
    into:attach(require('ptk.editor').lines_attachment(0, range[1], range[2]))
  end
  local asks = vim.trim(text) ~= ''
  require('ptk.window').open(into, { focus = not asks })
  if asks then
    into:ask_when_ready(text)
  end
end

function M.stop()
  chat():stop()
end

--- Asks the last message again.
function M.retry()
  chat():retry()
end

function M.new()
  local fresh = chat()
  fresh:reset()
  require('ptk.window').open(fresh, { focus = true })
end

--- Puts the cursor into the question that waits for an answer; where there are
--- several the user picks one.
function M.approve()
  require('ptk.approve').pick()
end

--- Sets the model of the messages to come.
---@param id? string without one the user picks it
function M.model(id)
  require('ptk.choose').model(id or '')
end

--- Sets the mode of the messages to come.
---@param mode? ptk.Mode without one the user picks it
function M.mode(mode)
  require('ptk.choose').mode(mode or '')
end

--- Has the last plan carried out, or opens it to be changed.
---@param what? 'edit'
function M.plan(what)
  require('ptk.plan')[what == 'edit' and 'edit' or 'carry_out'](chat())
end

--- Lists the conversations of the workspace.
---@param query? string words that they hold
function M.history(query)
  require('ptk.history').show(query or '')
end

--- Takes back what the last turn changed in files that changed any.
function M.undo()
  require('ptk.undo').undo(chat())
end

--- Makes again what was taken back last.
function M.redo()
  require('ptk.undo').redo(chat())
end

--- Lists the tools and what they may do unasked.
function M.tools()
  require('ptk.tools').show()
end

--- Shows what goes with the next message, or adds to it.
---@param path? string of a file
---@param range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1
function M.context(path, range)
  if range then
    return chat():attach(require('ptk.editor').lines_attachment(0, range[1], range[2]))
  elseif (path or '') ~= '' then
    return require('ptk.context').add_file(path --[[@as string]])
  end
  require('ptk.context').show()
end

--- Shows a log.
---@param name? 'server'|'neovim'
function M.log(name)
  require('ptk.log').open(name or '')
end

--- Builds the server with Go.
function M.install()
  require('ptk.install').run()
end

function M.restart()
  require('ptk.client').restart()
end

--- For a statusline: what the chat is doing, '' where it does nothing.
---@return string
function M.status()
  local loaded = package.loaded['ptk.chat']
  return loaded and loaded.status() or ''
end

return M
