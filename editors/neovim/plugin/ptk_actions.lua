-- Offers code actions in every file, by a language client without a process. The plugin's modules are loaded by
-- the first request for actions; vim.g.ptk_code_actions = false turns it off.
if vim.g.loaded_ptk_actions or vim.fn.has('nvim-0.10') == 0 then
  return
end
vim.g.loaded_ptk_actions = true

local name = 'ptk-actions'

--- Answers a request of Neovim.
---@param method string
---@param params table
---@return any
local function answer(method, params)
  if method == 'initialize' then
    local kinds = { 'quickfix', 'refactor.rewrite', 'source' }
    return { capabilities = { codeActionProvider = { codeActionKinds = kinds } } }
  elseif method == 'textDocument/codeAction' then
    require('ptk.app')
    return require('ptk.commands.code_actions').list(params)
  end
  return vim.NIL
end

---@param dispatchers vim.lsp.rpc.Dispatchers
---@return vim.lsp.rpc.PublicClient
local function connect(dispatchers)
  local closing, count = false, 0
  local function finish()
    if not closing then
      closing = true
      dispatchers.on_exit(0, 0)
    end
  end
  return {
    request = function(method, params, callback, on_reply)
      count = count + 1
      local id = count
      vim.schedule(function()
        local ok, result = pcall(answer, method, params)
        if on_reply then
          on_reply(id)
        end
        callback(not ok and { code = -32603, message = tostring(result) } or nil, ok and result or nil)
      end)
      return true, id
    end,
    notify = function(method)
      if method == 'exit' then
        finish()
      end
      return true
    end,
    is_closing = function()
      return closing
    end,
    terminate = finish,
  }
end

---@param buf integer
local function attach(buf)
  if not vim.api.nvim_buf_is_loaded(buf) or vim.bo[buf].buftype ~= '' or vim.g.ptk_code_actions == false then
    return
  end
  local path = vim.api.nvim_buf_get_name(buf)
  if path == '' or path:match('^%a[%w+.-]+://') then
    return
  end
  local config = {
    name = name,
    cmd = connect,
    commands = {
      ['ptk.action'] = function(command)
        require('ptk.commands.code_actions').run(command)
      end,
    },
  }
  vim.lsp.start(config, {
    bufnr = buf,
    silent = true,
    reuse_client = function(client)
      return client.name == name and not client.rpc.is_closing()
    end,
  })
end

--- Attaches to a file after it is shown. The first time takes some milliseconds, because Neovim loads vim.lsp.
---@param buf integer
local function attach_later(buf)
  vim.defer_fn(function()
    if vim.api.nvim_buf_is_valid(buf) then
      attach(buf)
    end
  end, package.loaded['vim.lsp.client'] and 0 or 300)
end

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile', 'BufFilePost' }, {
  group = vim.api.nvim_create_augroup('ptk.actions', {}),
  callback = function(args)
    attach_later(args.buf)
  end,
})

-- The plugin may be loaded after the first files.
if vim.v.vim_did_enter == 1 then
  vim.iter(vim.api.nvim_list_bufs()):each(attach_later)
end
