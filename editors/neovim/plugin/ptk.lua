-- Defines the commands and the <Plug> maps; the modules are loaded by the first use.
if vim.g.loaded_ptk then
  return
end
vim.g.loaded_ptk = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.api.nvim_create_user_command('Ptk', function()
    vim.notify('ptk needs Neovim 0.10 or later', vim.log.levels.ERROR)
  end, {})
  return
end

--- Creates a command, and a map <Plug>(ptk-…) that runs it without arguments.
---@param name string
---@param description string
---@param run fun(args: table)
---@param options? vim.api.keyset.user_command
local function command(name, description, run, options)
  options = options or {}
  options.desc = 'ptk: ' .. description
  if options.nargs then
    options.complete = function(...)
      require('ptk.app')
      return require('ptk.commands.arguments').complete(name, ...)
    end
  end
  vim.api.nvim_create_user_command(name, run, options)
  local map = ('<Plug>(ptk%s)'):format(name:sub(4):gsub('%u', function(letter)
    return '-' .. letter:lower()
  end))
  vim.keymap.set('n', map, ('<Cmd>%s<CR>'):format(name), { desc = options.desc })
  if options.range then
    vim.keymap.set('x', map, (':%s<CR>'):format(name), { desc = options.desc, silent = true })
  end
end

---@param name string function of the module that takes the argument
---@return fun(args: table)
local function with_argument(name)
  return function(args)
    require('ptk')[name](args.args)
  end
end

---@param args table
---@return {[1]: integer, [2]: integer}?
local function lines(args)
  return args.range > 0 and { args.line1, args.line2 } or nil
end

command('Ptk', 'open or close the chat', with_argument('toggle'))
command('PtkToggle', 'open or close the chat', with_argument('toggle'))
command('PtkFocus', 'go to the chat, or back to the file', with_argument('focus'))
command('PtkChats', 'list the chats', with_argument('chats'), { nargs = '?' })
command('PtkAsk', 'send a message, with a range about these lines', function(args)
  require('ptk').ask(args.args, lines(args))
end, { nargs = '*', range = true })
command('PtkNew', 'start a new conversation', with_argument('new'))
command('PtkStop', 'stop the answer', with_argument('stop'))
command('PtkTakeBack', 'take back a message that was sent while the answer comes', with_argument('take_back'))
command('PtkRetry', 'send the last message again', with_argument('retry'))
command('PtkApprove', 'answer a question that waits', with_argument('approve'))
command('PtkReview', 'review proposed changes in their files', with_argument('review'))
command('PtkChanges', 'list what the last answer has changed', with_argument('changes'))
command('PtkModel', 'choose the model', with_argument('model'), { nargs = '?' })
command('PtkMode', 'choose the mode: agent, ask or plan', with_argument('mode'), { nargs = '?' })
command('PtkPlan', 'carry out the plan, or edit it', with_argument('plan'), { nargs = '?' })
command('PtkHistory', 'list the conversations', with_argument('history'), { nargs = '*' })
command('PtkUndo', 'undo the file changes of a turn', with_argument('undo'))
command('PtkRedo', 'redo the last undo', with_argument('redo'))
command('PtkTools', 'list the tools and the permissions', with_argument('tools'))
command('PtkContext', 'show or add what is sent with the next message', function(args)
  require('ptk').context(args.args, lines(args))
end, { nargs = '?', range = true })
command('PtkLog', 'show the log', with_argument('log'), { nargs = '?' })
command('PtkInstall', 'build the server', with_argument('install'))
command('PtkRestart', 'restart the server', with_argument('restart'))

-- Answers to the question that is shown, for keys of the user's choice.
for map, decision in pairs({ allow = 'allow_once', ['allow-session'] = 'allow_session', reject = 'reject' }) do
  vim.keymap.set('n', ('<Plug>(ptk-%s)'):format(map), function()
    require('ptk').answer(decision)
  end, { desc = ('ptk: %s the question'):format(map) })
end

-- A session restores the windows of the chats, but not their text.
vim.api.nvim_create_autocmd('SessionLoadPost', {
  group = vim.api.nvim_create_augroup('ptk', {}),
  callback = function()
    if
      vim.iter(vim.api.nvim_list_bufs()):any(function(buf)
        return vim.startswith(vim.api.nvim_buf_get_name(buf), 'ptk://chat')
      end)
    then
      require('ptk.app')
      require('ptk.commands.session').after_session()
    end
  end,
})
