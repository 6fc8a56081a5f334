--- What a configuration may call. Each function does its work in a module of
--- its own, loaded when it is called.
local M = {}

---@param options? ptk.Config
function M.setup(options)
  require('ptk.config').set(options)
end

--- Opens the chat beside the current window, or closes it.
function M.toggle()
  require('ptk.window').toggle(require('ptk.chat').current())
end

--- Asks in the chat; without a text the chat is opened with the lines attached.
---@param text string
---@param range? {[1]: integer, [2]: integer} first and last line of the current buffer, from 1
function M.ask(text, range)
  local chat = require('ptk.chat').current()
  if range then
    chat:attach(require('ptk.editor').lines_attachment(0, range[1], range[2]))
  end
  local asks = vim.trim(text) ~= ''
  require('ptk.window').open(chat, { focus = not asks })
  if asks then
    chat:ask(text)
  end
end

function M.stop()
  require('ptk.chat').current():stop()
end

function M.new()
  local chat = require('ptk.chat').current()
  chat:reset()
  require('ptk.window').open(chat, { focus = true })
end

--- Puts the cursor into the question that waits for an answer.
function M.approve()
  if not require('ptk.approve').focus() then
    vim.notify('ptk: nothing waits for an answer')
  end
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
