--- Connects the layers. Every entry point requires it before it uses the server:
--- init.lua, the commands' completion, and lsp/ptk.lua.
local M = {}

local buffers = require('ptk.editor.buffers')
local chats = require('ptk.state.chats')
local client = require('ptk.protocol.client')
local edits = require('ptk.editor.edits')
local handlers = require('ptk.commands.handlers')
local sync = require('ptk.protocol.sync')

client.provide({
  capabilities = handlers.capabilities,
  handlers = handlers.all,
  root = chats.root,
  on_ready = function()
    sync.start()
    edits.watch()
  end,
})

buffers.track_windows()
require('ptk.view.changes').watch()
require('ptk.base.highlights').set()
require('ptk.commands.statusline').watch()

--- Returns the chat; the first use creates it.
---@return ptk.Chat
function M.chat()
  return require('ptk.commands.session').current()
end

return M
