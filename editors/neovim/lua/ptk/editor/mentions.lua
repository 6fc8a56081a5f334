--- Resolves what a message names after an @ and only Neovim knows: buffers, the visual
--- selection, lists and marks. The server resolves the rest, such as files, folders and
--- patterns: no text of a message is given to glob() or expand(), which run commands.
local M = {}

local buffers = require('ptk.editor.buffers')
local selection = require('ptk.editor.selection')

local max_entries = 200

---@class ptk.Mentioned
---@field attachments ptk.Attachment[]
---@field warnings string[] what was left out, for the user

local path_of = buffers.path_of

---@param name string
---@param lines string[]
---@param found ptk.Mentioned
local function add_lines(name, lines, found)
  if #lines == 0 then
    table.insert(found.warnings, ('@%s was not attached: it is empty'):format(name))
    return
  end
  local left_out = #lines - max_entries
  if left_out > 0 then
    table.insert(found.warnings, ('@%s: %d of %d entries were left out'):format(name, left_out, #lines))
    lines = vim.list_slice(lines, 1, max_entries)
  end
  table.insert(found.attachments, { name = name, text = table.concat(lines, '\n') })
end

---@param items table[] of getqflist() or getloclist()
---@return string[]
local function listed(items)
  local lines = {}
  for _, item in ipairs(items) do
    if item.bufnr > 0 and item.lnum > 0 then
      lines[#lines + 1] = ('%s:%d:%d: %s'):format(path_of(item.bufnr), item.lnum, item.col, vim.trim(item.text))
    elseif vim.trim(item.text) ~= '' then
      lines[#lines + 1] = vim.trim(item.text)
    end
  end
  return lines
end

---@param win? integer
---@return string[]
local function marks(win)
  local lines = {}
  local function add(mark, path, text)
    lines[#lines + 1] = ('%s %s:%d: %s'):format(mark.mark:sub(2), path, mark.pos[2], vim.trim(text or ''))
  end
  local buf = win and vim.api.nvim_win_get_buf(win)
  for _, mark in ipairs(buf and vim.fn.getmarklist(buf) or {}) do
    if mark.mark:match("^'%l$") then
      add(mark, path_of(buf), vim.api.nvim_buf_get_lines(buf, mark.pos[2] - 1, mark.pos[2], false)[1])
    end
  end
  for _, mark in ipairs(vim.fn.getmarklist()) do
    if mark.mark:match("^'%u$") then
      local shown = vim.fn.fnamemodify(mark.file, ':p')
      local open = buffers.buffer_of(vim.uri_from_fname(shown))
      local text = open and vim.api.nvim_buf_get_lines(open, mark.pos[2] - 1, mark.pos[2], false)[1]
      add(mark, vim.fn.fnamemodify(shown, ':.'), text)
    end
  end
  return lines
end

---@param buf integer
---@param name string
---@param found ptk.Mentioned
local function add_buffer(buf, name, found)
  if buf > 0 and buffers.is_file_buffer(buf) then
    table.insert(found.attachments, { uri = vim.uri_from_bufnr(buf) })
  else
    table.insert(found.warnings, ('@%s was not attached: it is not a file'):format(name))
  end
end

---@param name string
---@param found ptk.Mentioned
local function add_current(name, found)
  local win = buffers.file_window()
  add_buffer(win and vim.api.nvim_win_get_buf(win) or 0, name, found)
end

---@type table<string, fun(name: string, found: ptk.Mentioned)>
local resolvers = {
  selection = function(_, found)
    table.insert(found.attachments, selection.attachment()) -- if there is none the server reports it
  end,
  buffer = add_current,
  ['%'] = add_current,
  ['#'] = function(name, found)
    local win = buffers.file_window()
    local buf = win and vim.api.nvim_win_call(win, function()
      return vim.fn.bufnr('#')
    end)
    add_buffer(buf or 0, name, found)
  end,
  buffers = function(name, found)
    local lines = {}
    for _, buf in ipairs(buffers.loaded_files()) do
      if vim.bo[buf].buflisted then
        lines[#lines + 1] = path_of(buf) .. (vim.bo[buf].modified and ' (not saved)' or '')
      end
    end
    add_lines(name, lines, found)
  end,
  quickfix = function(name, found)
    add_lines(name, listed(vim.fn.getqflist()), found)
  end,
  loclist = function(name, found)
    local win = buffers.file_window()
    add_lines(name, listed(win and vim.fn.getloclist(win) or {}), found)
  end,
  marks = function(name, found)
    add_lines(name, marks(buffers.file_window()), found)
  end,
}

--- What is completed besides the server's items.
local completed = {
  { 'buffer', 'the file of the last window' },
  { 'buffers', 'the names of the open files' },
  { 'loclist', 'the location list' },
  { 'marks', 'the marks of the file and the global ones' },
  { 'quickfix', 'the quickfix list' },
}

--- Returns the completion items of a word.
---@param word string with its @
---@return ptk.CompletionItem[]
function M.items(word)
  local items = {}
  for _, each in ipairs(completed) do
    local text = '@' .. each[1]
    if #word > 1 and vim.startswith(text, word) then
      items[#items + 1] = { label = text, insertText = text, detail = each[2], kind = 'tool' }
    end
  end
  return items
end

--- Adds what a word names, without its @.
---@param word string
---@param found ptk.Mentioned
---@return boolean known
function M.add(word, found)
  local resolve = resolvers[word]
  if resolve then
    resolve(word, found)
  end
  return resolve ~= nil
end

--- Resolves the mentions of a message.
---@param text string
---@return ptk.Mentioned
function M.resolve(text)
  local found = { attachments = {}, warnings = {} } ---@type ptk.Mentioned
  local done = {} ---@type table<string, true>
  for word in (' ' .. text):gmatch('[%s(]@(%S+)') do
    local name = resolvers[word] and word or word:gsub('[.,;:!?)\'"]+$', '')
    if not done[name] then
      done[name] = true
      M.add(name, found)
    end
  end
  return found
end

return M
