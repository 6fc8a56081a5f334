--- Completes the prompt: files and more after @, commands after /, by ptk/complete.
--- It runs while the user types, as 'omnifunc', and as a language client of the chat
--- buffer for completion plugins.
local M = {}

local api = vim.api
local client = require('ptk.protocol.client')
local columns = require('ptk.base.columns')
local config = require('ptk.base.config')
local mentions = require('ptk.editor.mentions')
local stops = require('ptk.protocol.stops')

local timeout_ms = 1000
local modern = vim.fn.has('nvim-0.11') == 1

--- Completion plugins that use the language client.
local engines = { 'cmp', 'blink.cmp', 'coq' }

--- LSP's completion item kinds.
local kinds = { file = 17, symbol = 6, command = 14, tool = 3 }

---@class ptk.Typed the prompt and the cursor in it
---@field text string the whole prompt
---@field offset integer of the cursor in the prompt, in UTF-16 units
---@field line integer from 0
---@field character integer of the cursor in its line, in UTF-16 units

---@param chat ptk.Chat
---@param line integer from 0
---@param character integer
---@return ptk.Typed?
local function typed(chat, line, character)
  local lines = chat.transcript:prompt_lines()
  local nth = line - chat.transcript:heading_row() -- line of the prompt, from 1
  if nth < 1 or nth > #lines then
    return nil
  end
  local offset = character
  for i = 1, nth - 1 do
    offset = offset + columns.from_byte(lines[i], #lines[i], 'utf-16') + 1
  end
  return { text = table.concat(lines, '\n'), offset = offset, line = line, character = character }
end

---@param chat ptk.Chat
---@return ptk.Typed?
---@return string line up to the cursor
local function typed_here(chat)
  local cursor = api.nvim_win_get_cursor(0)
  local line = api.nvim_get_current_line()
  return typed(chat, cursor[1] - 1, columns.from_byte(line, cursor[2], 'utf-16')), line:sub(1, cursor[2])
end

---@param input ptk.Typed
---@return ptk.CompleteParams
local function params(input)
  return { text = input.text, offset = input.offset }
end

--- Adds the items that only Neovim knows.
---@param result ptk.CompleteResult
---@param input ptk.Typed
---@return ptk.CompleteResult
local function with_own(result, input)
  local before = input.text:sub(1, columns.to_byte(input.text, input.offset, 'utf-16'))
  vim.list_extend(result.items, mentions.items(before:match('%S*$')))
  return result
end

--- Reports whether the server completes the last word.
---@param before string
---@return boolean
local function can_complete(before)
  local word = before:match('%S*$')
  return word:match('^[@/]') ~= nil
end

---@param result ptk.CompleteResult
---@param input ptk.Typed
---@return lsp.CompletionList
local function as_lsp(result, input)
  local shift = input.character - input.offset
  local first, last = result.replace.start + shift, result.replace['end'] + shift
  local range = {
    start = { line = input.line, character = first },
    ['end'] = { line = input.line, character = last },
  }
  local items = {}
  for i, item in ipairs(result.items) do
    items[i] = {
      label = item.label,
      kind = kinds[item.kind],
      detail = item.detail,
      sortText = ('%04d'):format(i),
      filterText = vim.trim(item.insertText),
      textEdit = { newText = item.insertText, range = range },
    }
  end
  return { isIncomplete = true, items = items }
end

--- Converts items for Neovim's menu.
---@param result ptk.CompleteResult
---@param input ptk.Typed
---@return integer column of the menu, from 1
---@return table[] items
local function as_menu(result, input)
  local line = api.nvim_buf_get_lines(0, input.line, input.line + 1, false)[1] or ''
  local start = columns.to_byte(line, result.replace.start + input.character - input.offset, 'utf-16')
  return start + 1,
    vim.tbl_map(function(item)
      return {
        word = vim.trim(item.insertText),
        abbr = vim.trim(item.label),
        kind = item.kind,
        menu = item.detail,
        dup = 1,
        equal = 1,
      }
    end, result.items)
end

---@type table<integer, ptk.Chat> by buffer
local attached = {}

---@type ptk.CompleteResult? the result of the first of the two calls of omnifunc
local found

--- For 'omnifunc'.
---@param findstart 0|1
---@return integer|table
function M.omnifunc(findstart)
  local chat = attached[api.nvim_get_current_buf()]
  local input = chat and typed_here(chat)
  if findstart == 1 then
    found = input and client.request_sync('ptk/complete', params(input), timeout_ms)
    if not input or not found then
      return -3
    end
    with_own(found, input)
    return (as_menu(found, input)) - 1
  end
  return found and input and select(2, as_menu(found, input)) or {}
end

---@param chat ptk.Chat
local function complete_here(chat)
  local input, before = typed_here(chat)
  if not input or not can_complete(before) or stops.is_stopped() then
    return
  end
  client.request('ptk/complete', params(input), function(result)
    local now = api.nvim_get_mode().mode:match('^i') and typed_here(chat)
    if result and vim.deep_equal(now, input) and #with_own(result, input).items > 0 then
      vim.fn.complete(as_menu(result, input))
    end
  end)
end

---@return string? name of the completion plugin that is loaded
function M.engine()
  return vim.iter(engines):find(function(name)
    return package.loaded[name] ~= nil
  end)
end

--- Sets 'completeopt' so that the menu inserts nothing by itself. In Neovim 0.10 the
--- option is global, so it is restored when the user leaves insert mode.
---@param buf integer
---@param group integer
local function set_completeopt(buf, group)
  local wanted = 'menuone,noinsert'
  if modern then
    vim.bo[buf].completeopt = wanted
    return
  end
  local before
  api.nvim_create_autocmd('InsertEnter', {
    group = group,
    buffer = buf,
    callback = function()
      before, vim.o.completeopt = before or vim.o.completeopt, wanted
    end,
  })
  api.nvim_create_autocmd({ 'InsertLeave', 'BufLeave' }, {
    group = group,
    buffer = buf,
    callback = function()
      before, vim.o.completeopt = nil, before or vim.o.completeopt
    end,
  })
end

--- Completes while the user types, unless a plugin does.
---@param chat ptk.Chat
local function complete_while_typing(chat)
  local buf = chat.transcript.buf
  local group = api.nvim_create_augroup('ptk.completion.' .. buf, {})
  set_completeopt(buf, group)
  -- mini.completion takes only items that begin with the word, so none with @ or a folder.
  vim.b[buf].minicompletion_disable = true
  api.nvim_create_autocmd({ 'TextChangedI', 'TextChangedP' }, {
    group = group,
    buffer = buf,
    callback = function()
      if not M.engine() then
        complete_here(chat)
      end
    end,
  })
end

---@param chat ptk.Chat
---@param position lsp.Position
---@param callback fun(err?: lsp.ResponseError, result: any)
local function answer_completion(chat, position, callback)
  local input = typed(chat, position.line, position.character)
  if not input or stops.is_stopped() then
    return callback(nil, { isIncomplete = false, items = {} })
  end
  client.request('ptk/complete', params(input), function(result, problem)
    if not result then
      return callback(vim.lsp.rpc.rpc_response_error(vim.lsp.protocol.ErrorCodes.InternalError, problem))
    end
    callback(nil, as_lsp(with_own(result, input), input))
  end)
end

--- Returns a language server in Lua for the chat buffer. It reads the prompt from the
--- chat, not from document notifications.
---@param chat ptk.Chat
---@return fun(dispatchers: vim.lsp.rpc.Dispatchers): vim.lsp.rpc.PublicClient
local function server(chat)
  return function(dispatchers)
    local closing, count = false, 0
    local function finish()
      closing = true
      dispatchers.on_exit(0, 0)
    end
    return {
      request = function(method, request, callback, on_reply)
        count = count + 1
        local id = count
        local function reply(err, result)
          vim.schedule(function()
            if on_reply then
              on_reply(id)
            end
            callback(err, result, id)
          end)
        end
        if method == 'initialize' then
          reply(nil, { capabilities = { completionProvider = { triggerCharacters = { '@', '/' } } } })
        elseif method == 'textDocument/completion' then
          answer_completion(chat, request.position, reply)
        else
          reply(nil, vim.NIL)
        end
        return true, id
      end,
      notify = function(method)
        if method == 'exit' and not closing then
          finish()
        end
        return true
      end,
      is_closing = function()
        return closing
      end,
      terminate = function()
        if not closing then
          finish()
        end
      end,
    }
  end
end

---@param chat ptk.Chat
function M.attach(chat)
  local buf = chat.transcript.buf
  attached[buf] = chat
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.general.positionEncodings = { 'utf-16' }
  vim.lsp.start({ name = 'ptk-chat', cmd = server(chat), capabilities = capabilities }, {
    bufnr = buf,
    reuse_client = function()
      return false -- each chat has a server of its own
    end,
  })
  vim.bo[buf].omnifunc = "v:lua.require'ptk.commands.completion'.omnifunc"
  if config.get().completion then
    complete_while_typing(chat)
  end
end

return M
