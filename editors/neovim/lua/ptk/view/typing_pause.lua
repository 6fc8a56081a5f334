--- Waits for a pause in the user's typing.
local M = {}

local ns = vim.api.nvim_create_namespace('ptk.quiet')

--- Calls back once Neovim is in normal mode and no key was pressed for a while. There
--- is one wait at a time.
---@param pause_ms integer
---@param is_ready fun(): boolean checked after each pause
---@param callback fun()
---@return fun() cancel stops waiting
function M.wait(pause_ms, is_ready, callback)
  local timer = assert(vim.uv.new_timer())
  local group = vim.api.nvim_create_augroup('ptk.quiet', {})
  local over = false
  local function cancel()
    if not over then
      over = true
      vim.on_key(nil, ns)
      vim.api.nvim_clear_autocmds({ group = group })
      timer:stop()
      timer:close()
    end
  end
  local function check()
    local mode = vim.api.nvim_get_mode()
    if not over and (mode.mode == 'n' or mode.mode == 'nt') and not mode.blocking and is_ready() then
      cancel()
      callback()
    end
  end
  local function restart()
    if not over then
      timer:start(pause_ms, 0, vim.schedule_wrap(check))
    end
  end
  vim.on_key(function()
    restart()
  end, ns)
  vim.api.nvim_create_autocmd({ 'ModeChanged', 'WinEnter' }, { group = group, callback = restart })
  restart()
  return cancel
end

return M
