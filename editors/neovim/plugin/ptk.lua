-- Only the commands: everything else is loaded by the first use.
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

local command = vim.api.nvim_create_user_command

command('Ptk', function()
  require('ptk').toggle()
end, { desc = 'ptk: open or close the chat' })

command('PtkAsk', function(args)
  require('ptk').ask(args.args, args.range > 0 and { args.line1, args.line2 } or nil)
end, { nargs = '*', range = true, desc = 'ptk: ask, with a range about these lines' })

command('PtkStop', function()
  require('ptk').stop()
end, { desc = 'ptk: stop the answer' })

command('PtkNew', function()
  require('ptk').new()
end, { desc = 'ptk: begin a new conversation' })

command('PtkApprove', function()
  require('ptk').approve()
end, { desc = 'ptk: go to the question that waits for an answer' })

command('PtkRestart', function()
  require('ptk').restart()
end, { desc = 'ptk: restart the server' })
