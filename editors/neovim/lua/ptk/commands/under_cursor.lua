--- The actions of the chat's keys on the message, call or file under the cursor.
local M = {}

local api = vim.api
local approve = require('ptk.commands.approve')
local call_details = require('ptk.view.call_details')
local buffers = require('ptk.editor.buffers')
local client = require('ptk.protocol.client')
local conversation = require('ptk.state.conversation')
local float = require('ptk.view.float')
local format = require('ptk.base.format')
local hunks = require('ptk.base.hunks')
local plan = require('ptk.commands.plan')
local tags = require('ptk.view.tags')
local undo = require('ptk.commands.undo')

---@return integer row of the cursor, from 0
local function row()
  return api.nvim_win_get_cursor(0)[1] - 1
end

---@param text string
local function notify(text)
  vim.notify('ptk: ' .. text)
end

---@param chat ptk.Chat
---@return ptk.TurnInfo? the turn under the cursor; in the prompt the last one
local function turn_here(chat)
  local tag = tags.near(chat.transcript, row(), function(tag)
    return tag.info ~= nil
  end)
  return tag and tag.info
end

---@param tag ptk.Tag
---@return boolean
local function is_message(tag)
  return tag.kind == 'message' or tag.kind == 'answer'
end

---@param line integer from 0
local function go(line)
  vim.cmd("normal! m'")
  api.nvim_win_set_cursor(0, { line + 1, 0 })
end

--- Goes to the next message or answer, finally to the prompt.
---@param chat ptk.Chat
function M.next(chat)
  for _ = 1, vim.v.count1 do
    local _, at = tags.near(chat.transcript, row() + 1, is_message, 1)
    go(at or chat.transcript:heading_row())
  end
end

---@param chat ptk.Chat
function M.previous(chat)
  for _ = 1, vim.v.count1 do
    local _, at = tags.near(chat.transcript, row() - 1, is_message)
    if at and at < row() then
      go(at)
    end
  end
end

--- Shows all details of the call under the cursor.
---@param chat ptk.Chat
function M.details(chat)
  local tag = tags.at(chat.transcript, row())
  if not tag or not tag.call then
    return notify('there is no tool call under the cursor')
  end
  local call = tag.call --[[@as ptk.Call]]
  float.show({ title = call.title, lines = call_details.lines(call), filetype = 'markdown' })
end

--- Returns the diffs of a call, of a file in a turn, or of the whole turn.
---@param tag? ptk.Tag
---@param info? ptk.TurnInfo
---@return ptk.FileDiff[]
local function diffs_of(tag, info)
  local calls = tag and tag.call and { tag.call } or (info and info.calls or {})
  local uri = tag and tag.change and tag.change.uri
  local diffs = {}
  for _, call in ipairs(calls) do
    local diff = call.result and call.result.diff
    if diff and (not uri or diff.uri == uri) then
      diffs[#diffs + 1] = diff
    end
  end
  return diffs
end

--- Shows a change as a diff, in which <CR> goes to the line.
---@param chat ptk.Chat
function M.diff(chat)
  local tag = tags.at(chat.transcript, row())
  local diffs = diffs_of(tag, turn_here(chat))
  if #diffs == 0 then
    return notify('nothing was changed here')
  end
  local lines, uris = {}, {}
  for _, diff in ipairs(diffs) do
    for _, line in ipairs(vim.split(vim.trim(diff.unified), '\n', { plain = true })) do
      lines[#lines + 1], uris[#uris + 1] = line, diff.uri
    end
  end
  local open = function(at)
    M.open_file(vim.uri_to_fname(uris[at]), hunks.new_lines(lines)[at])
  end
  float.show({
    title = #diffs == 1 and format.file_name(diffs[1].uri) or ('%d changes'):format(#diffs),
    lines = lines,
    filetype = 'diff',
    keys = { ['<CR>'] = { what = 'go to line', run = open } },
  })
end

--- Shows side by side the change that waits for an answer.
---@param chat ptk.Chat
function M.sides(chat)
  local tag = tags.at(chat.transcript, row())
  local call = tag and tag.call
  if not call or call.done or not approve.compare(call.event.toolCallId) then
    notify('no change waits for you here')
  end
end

--- Opens a file in a file window, never in the chat's window.
---@param path string
---@param line? integer from 1
function M.open_file(path, line)
  local win = buffers.file_window()
  if win then
    api.nvim_set_current_win(win)
  else
    vim.cmd('topleft vsplit')
  end
  buffers.edit(path)
  if line then
    local last = api.nvim_buf_line_count(0)
    api.nvim_win_set_cursor(0, { math.max(1, math.min(line, last)), 0 })
    vim.cmd('normal! zvzz')
  end
end

---@param chat ptk.Chat
---@param name string
---@return string? path of an existing file
local function find(chat, name)
  local roots = { vim.fn.getcwd(), chat.root }
  local running = client.running()
  for _, folder in ipairs(running and running.workspace_folders or {}) do
    roots[#roots + 1] = vim.uri_to_fname(folder.uri)
  end
  for _, each in ipairs({ name, (name:gsub('^[ab@]/?', '', 1)), (name:gsub('[.,:;]+$', '')) }) do
    for _, root in ipairs(roots) do
      local path = vim.startswith(each, '/') and each or vim.fs.joinpath(root, vim.fs.normalize(each))
      local stat = each ~= '' and vim.uv.fs_stat(path)
      if stat and stat.type == 'file' then
        return path
      end
    end
  end
end

--- Returns the word under the cursor, or the next one in the line, that can be the name
--- of a file.
---@return string
local function word_here()
  local text, column = api.nvim_get_current_line(), api.nvim_win_get_cursor(0)[2] + 1
  local name = '[%w_./\\~+,#$%%=\128-\255-]+'
  local first, last = text:find(name)
  while first and last < column do
    first, last = text:find(name, last + 1)
  end
  return first and text:sub(first, last) or ''
end

--- Returns the number after a file's name in the current line, as in tea.go:12.
---@param name string
---@return integer?
local function line_after(name)
  local text, from = api.nvim_get_current_line(), 1
  local column = api.nvim_win_get_cursor(0)[2] + 1
  while true do
    local first, last = text:find(name, from, true)
    if not first then
      return nil
    elseif last + 8 >= column then
      return tonumber(text:match('^:(%d+)', last + 1))
    end
    from = last + 1
  end
end

--- Opens the file under the cursor, or the first file of the call under it.
---@param chat ptk.Chat
function M.file(chat)
  local name = word_here()
  local path = name ~= '' and find(chat, name)
  if path then
    return M.open_file(path, line_after(name))
  end
  local tag = tags.at(chat.transcript, row())
  local place = tag and tag.call and (tag.call.event.locations or {})[1] or tag and tag.change
  if place then
    return M.open_file(vim.uri_to_fname(place.uri), place.line)
  end
  notify(name ~= '' and ('there is no file %s'):format(name) or 'there is no file under the cursor')
end

--- Edits the message of the turn or the plan under the cursor.
---@param chat ptk.Chat
function M.edit(chat)
  local tag = tags.at(chat.transcript, row())
  local info = turn_here(chat)
  local has_plan = info and info.mode == 'plan' and #(info.plan or {}) > 0
  if has_plan and not (tag and tag.kind == 'message') then
    return plan.edit(chat, info)
  elseif not info then
    return notify('nothing has been asked yet')
  end
  chat:edit(info)
  vim.cmd('normal! G$')
end

--- Asks before a key sends a message, which may cost money.
---@param question string
---@param run fun()
local function confirm(question, run)
  vim.ui.select({ 'yes', 'no' }, { prompt = question, kind = 'ptk.confirm' }, function(_, choice)
    if choice == 1 then
      run()
    end
  end)
end

--- Takes back the queued message under the cursor, or the last one.
---@param chat ptk.Chat
function M.take_back(chat)
  local tag = tags.near(chat.transcript, row(), function()
    return true
  end)
  chat:take_back(tag and tag.queued)
end

---@param chat ptk.Chat
function M.retry(chat)
  local info = turn_here(chat)
  if not info or chat.turn then
    return chat:retry(info) -- which says why not
  end
  confirm(('Send “%s” again?'):format(format.short(info.message)), function()
    chat:retry(info)
  end)
end

---@param chat ptk.Chat
function M.carry_out(chat)
  local info = turn_here(chat)
  if not plan.find(chat, info) or chat.turn then
    return plan.carry_out(chat, info) -- which says why not
  end
  confirm('Carry out the plan?', function()
    plan.carry_out(chat, info)
  end)
end

---@param chat ptk.Chat
function M.undo(chat)
  undo.undo(chat, turn_here(chat))
end

--- Shows the approval of the call under the cursor, or earlier messages.
---@param chat ptk.Chat
---@return boolean? handled
function M.answer(chat)
  local tag = tags.at(chat.transcript, row())
  if tag and tag.kind == 'earlier' then
    conversation.read_earlier(chat)
    return true
  end
  if tag and tag.call and not tag.call.done then
    return approve.show(tag.call.event.toolCallId)
  end
end

return M
