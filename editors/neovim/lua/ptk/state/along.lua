--- What goes along with a message to a running answer: the chat's attachments and what the
--- message mentions.
local M = {}

local format = require('ptk.base.format')
local mentions = require('ptk.editor.mentions')

--- Attaches to a queued message what the next message would have had.
---@param chat ptk.Chat
---@param item ptk.Queued
function M.take(chat, item)
  local mentioned = mentions.resolve(item.text)
  local own = chat.attachments
  local all = vim.list_slice(own)
  for _, attachment in ipairs(mentioned.attachments) do
    local there = vim.iter(all):any(function(other)
      return vim.deep_equal(other, attachment)
    end)
    all[#all + 1] = not there and attachment or nil
  end
  chat.attachments = {}
  item.attachments = #all > 0 and all or nil
  item.shown = table.concat(format.message_lines(item.text, all), '\n')
  item.give_back = function()
    chat.attachments = vim.list_extend(vim.list_slice(own), chat.attachments)
  end
  for _, warning in ipairs(mentioned.warnings) do
    vim.notify('ptk: ' .. warning, vim.log.levels.WARN)
  end
end

return M
