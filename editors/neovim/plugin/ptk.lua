-- Defines :Ptk, the <Plug> maps and the former commands; the modules are loaded by the first use.
if vim.g.loaded_ptk then
  return
end
vim.g.loaded_ptk = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.api.nvim_create_user_command('Ptk', function()
    vim.notify('ptk needs Neovim 0.10 or later', vim.log.levels.ERROR)
  end, { nargs = '*' })
  return
end

vim.api.nvim_create_user_command('Ptk', function(args)
  require('ptk.ex').run(args)
end, {
  nargs = '*',
  range = true,
  bang = true,
  desc = 'ptk: open or close the chat, or run a subcommand',
  complete = function(...)
    return require('ptk.ex').complete(...)
  end,
})
vim.api.nvim_set_keymap('n', '<Plug>(ptk)', '<Cmd>Ptk<CR>', { noremap = true, desc = 'ptk: open or close the chat' })

--- Creates the command that a subcommand was in earlier versions.
---@param subcommand ptk.Subcommand
local function create_old(subcommand)
  local name = subcommand.name
  vim.api.nvim_create_user_command(subcommand.old, function(args)
    require('ptk.ex').run_old(name, args)
  end, {
    nargs = subcommand.args and '*' or 0,
    range = subcommand.range,
    bang = subcommand.bang,
    desc = 'ptk: ' .. subcommand.desc .. ' (now :Ptk ' .. name .. ')',
    complete = subcommand.args and function(lead)
      return require('ptk.ex').complete_old(name, lead)
    end or nil,
  })
end

for _, subcommand in ipairs(require('ptk.subcommands')) do
  local map, desc = '<Plug>(ptk-' .. subcommand.name .. ')', 'ptk: ' .. subcommand.desc
  vim.api.nvim_set_keymap('n', map, '<Cmd>Ptk ' .. subcommand.name .. '<CR>', { noremap = true, desc = desc })
  if subcommand.range then
    local options = { noremap = true, desc = desc, silent = true }
    vim.api.nvim_set_keymap('x', map, ':Ptk ' .. subcommand.name .. '<CR>', options)
  end
  if subcommand.old then
    create_old(subcommand)
  end
end

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
