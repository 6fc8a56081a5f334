--- The options of setup{}, validated.
local M = {}

local nearest = require('ptk.base.nearest')

---@class ptk.Config
---@field cmd? string[] the server and its arguments; default: looked for
---@field settings? table<string, any> the server's settings, as in its config.toml
---@field sync? boolean open files are sent to the server, so that it knows unsaved text; default true
---@field restore? boolean the chat restores the last conversation and the draft; default true
---@field chats? 'root'|'tab'|'one' a chat for each repository, for each tab page, or one for all; default 'root'
---@field completion? boolean completes the prompt while you type, unless a plugin does; default true
---@field approve? 'float'|'select' questions are answered by keys in a float or by vim.ui.select; default 'float'
---@field picker? 'auto'|'select'|'telescope'|'fzf-lua'|'snacks'|'mini.pick' default 'auto': one that is installed
---@field window? ptk.WindowConfig
---@field keys? table<string, string|string[]|false> the keys of chat and review by their names; false turns one off

---@class ptk.WindowConfig
---@field position? 'right'|'left'|'top'|'bottom'|'float'|'tab' default 'right'
---@field size? number part of the screen's width or height, between 0.1 and 0.9; default 0.4

local pickers = { 'auto', 'select', 'telescope', 'fzf-lua', 'snacks', 'mini.pick' }
local positions = { right = true, left = true, top = true, bottom = true, float = true, tab = true }

---@return ptk.Config
local function defaults()
  return {
    settings = {},
    sync = true,
    restore = true,
    chats = 'root',
    completion = true,
    approve = 'float',
    picker = 'auto',
    window = { position = 'right', size = 0.4 },
    keys = {
      send = '<CR>',
      send_prompt = '<C-s>',
      stop = '<C-c>',
      next = ']]',
      previous = '[[',
      details = 'K',
      diff = 'gd',
      compare = 'gD',
      open_file = 'gf',
      edit = 'ge',
      take_back = 'gb',
      retry = 'gr',
      continue = 'g<CR>',
      carry_out = 'gc',
      undo = 'gu',
      chats = 'gs',
      next_chat = ']b',
      previous_chat = '[b',
      close = 'q',
      help = '<F1>',
      older_prompt = '<Up>',
      newer_prompt = '<Down>',
      undo_prompt = 'u',
      redo_prompt = '<C-r>',
      insert = { 'i', 'a', 'I', 'A', 'o', 'O' },
      review_next = ']h',
      review_previous = '[h',
      review_accept = 'gha',
      review_reject = 'ghr',
      review_edit = 'ghe',
      review_accept_all = 'ghA',
      review_reject_all = 'ghR',
      review_next_file = ']H',
      review_previous_file = '[H',
      review_sides = 'ghd',
      review_leave = 'ghq',
      review_help = 'gh?',
      change_next = ']c',
      change_previous = '[c',
    },
  }
end

local options = defaults()

---@param value any
---@return boolean
local function is_key(value)
  return value == false
    or type(value) == 'string'
    or vim.islist(value) and vim.iter(value):all(function(key)
      return type(key) == 'string'
    end)
end

---@param value any
---@return boolean
local function is_command(value)
  return vim.islist(value)
    and #value > 0
    and vim.iter(value):all(function(word)
      return type(word) == 'string'
    end)
end

---@param value any
---@return boolean
local function is_boolean(value)
  return type(value) == 'boolean'
end

---@type table<string, {test: (fun(value: any): boolean), want: string}>
local rules = {
  cmd = { test = is_command, want = "a list of strings, such as { '/path/to/ptk-lsp' }" },
  settings = {
    test = function(value)
      return type(value) == 'table'
    end,
    want = 'a table',
  },
  sync = { test = is_boolean, want = 'true or false' },
  restore = { test = is_boolean, want = 'true or false' },
  completion = { test = is_boolean, want = 'true or false' },
  chats = {
    test = function(value)
      return value == 'root' or value == 'tab' or value == 'one'
    end,
    want = "'root', 'tab' or 'one'",
  },
  approve = {
    test = function(value)
      return value == 'float' or value == 'select'
    end,
    want = "'float' or 'select'",
  },
  picker = {
    test = function(value)
      return vim.list_contains(pickers, value)
    end,
    want = "'" .. table.concat(pickers, "', '") .. "'",
  },
  window = {
    test = function(value)
      return type(value) == 'table'
    end,
    want = 'a table',
  },
  keys = {
    test = function(value)
      return type(value) == 'table'
    end,
    want = 'a table',
  },
  ['window.position'] = {
    test = function(value)
      return positions[value] == true
    end,
    want = "'right', 'left', 'top', 'bottom', 'float' or 'tab'",
  },
  ['window.size'] = {
    test = function(value)
      return type(value) == 'number' and value >= 0.1 and value <= 0.9
    end,
    want = 'a number between 0.1 and 0.9',
  },
}

local key_names = vim.tbl_keys(defaults().keys or {})
for _, name in ipairs(key_names) do
  rules['keys.' .. name] = { test = is_key, want = 'a key, a list of keys or false' }
end

---@param given table
---@param prefix string
---@param problems string[]
local function check(given, prefix, problems)
  for key, value in pairs(given) do
    local name = prefix .. tostring(key)
    local rule = rules[name]
    if not rule then
      local hint = nearest.hint(name, vim.tbl_keys(rules))
      problems[#problems + 1] = ('there is no option %s%s'):format(name, hint)
    elseif not rule.test(value) then
      problems[#problems + 1] = ('%s must be %s, and is %s'):format(name, rule.want, vim.inspect(value))
    elseif name == 'window' or name == 'keys' then
      check(value, name .. '.', problems)
    end
  end
end

--- Returns the problems of a table of options, one line each.
---@param given any
---@return string[]
function M.problems(given)
  if type(given) ~= 'table' then
    return { 'setup takes a table, and got ' .. type(given) }
  end
  local problems = {} ---@type string[]
  check(given, '', problems)
  table.sort(problems)
  return problems
end

--- Sets the options; the error names every wrong option.
---@param given? ptk.Config
function M.set(given)
  local problems = M.problems(given or {})
  if #problems > 0 then
    error('ptk.setup: ' .. table.concat(problems, '; '), 0)
  end
  options = vim.tbl_deep_extend('force', defaults(), given or {})
end

--- Returns the names of the options, such as window.size, without those of the keys.
---@return string[]
function M.names()
  return vim.tbl_filter(function(name)
    return not vim.startswith(name, 'keys.')
  end, vim.tbl_keys(rules))
end

---@return ptk.Config
function M.get()
  return options
end

return M
