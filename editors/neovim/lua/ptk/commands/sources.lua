--- What can be picked: conversations, models, modes, sent prompts, commands.
local M = {}

local choose = require('ptk.commands.choose')
local client = require('ptk.protocol.client')
local history = require('ptk.commands.history')
local session = require('ptk.commands.session')
local visible = require('ptk.base.visible')
local window = require('ptk.view.window')

---@class ptk.Source
---@field name string
---@field title string
---@field none string what to say if there are no items
---@field items fun(query: string, callback: fun(items?: any[], problem?: string))
---@field line fun(item: any): string without line ends
---@field preview? fun(item: any, callback: fun(text: string)) as Markdown
---@field choose fun(item: any)
---@field actions? ptk.SourceAction[]

---@class ptk.SourceAction
---@field key string a letter
---@field what string
---@field run fun(item: any)

--- Puts a text into the prompt.
---@param text string
local function write(text)
  local chat = session.current()
  window.open(chat, { focus = true })
  chat.transcript:set_prompt(text)
  local last = vim.api.nvim_buf_line_count(chat.transcript.buf)
  vim.api.nvim_win_set_cursor(0, { last, #vim.api.nvim_buf_get_lines(0, last - 1, last, false)[1] })
end

---@type table<string, ptk.Source>
M.all = {
  history = history.source,
  models = choose.models,
  modes = choose.modes,
  prompts = {
    name = 'prompts',
    title = 'sent messages',
    none = 'nothing has been asked in this workspace yet',
    items = function(_, callback)
      callback(vim.iter(session.current().prompts):rev():totable())
    end,
    line = function(prompt)
      return visible.line((vim.trim(prompt):gsub('%s+', ' ')))
    end,
    preview = function(prompt, callback)
      callback(prompt)
    end,
    choose = write,
  },
  commands = {
    name = 'commands',
    title = 'commands',
    none = 'the server has no commands',
    items = function(_, callback)
      client.request('ptk/complete', { text = '/', offset = 1 }, function(result, problem)
        callback(result and result.items, problem)
      end)
    end,
    line = function(item)
      return visible.line(('%-14s %s'):format(item.label, item.detail or ''))
    end,
    choose = function(item)
      write(vim.trim(item.insertText) .. ' ')
    end,
  },
}

---@return string[]
function M.names()
  return vim.fn.sort(vim.tbl_keys(M.all))
end

--- Returns the source of the sources.
---@param pick {named: fun(name: string)}
---@return ptk.Source
function M.of_sources(pick)
  return {
    name = 'sources',
    title = 'pick',
    none = '',
    items = function(_, callback)
      callback(M.names())
    end,
    line = function(name)
      return ('%-10s %s'):format(name, M.all[name].title)
    end,
    choose = pick.named,
  }
end

return M
