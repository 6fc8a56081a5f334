--- Waits for a moment in which the user does not type.
local M = {}

local ns = vim.api.nvim_create_namespace('ptk.quiet')
local quiet_ms = 400

--- Calls back once the editor has been in normal mode and no key was pressed for
--- a while. Gives a function that ends the waiting.
---@param callback fun()
---@return fun() cancel
function M.wait(callback)
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
  local function look()
    local mode = vim.api.nvim_get_mode()
    if not over and (mode.mode == 'n' or mode.mode == 'nt') and not mode.blocking then
      cancel()
      callback()
    end
  end
  local function again()
    if not over then
      timer:start(quiet_ms, 0, vim.schedule_wrap(look))
    end
  end
  vim.on_key(function()
    again()
  end, ns)
  vim.api.nvim_create_autocmd('ModeChanged', { group = group, callback = again })
  again()
  return cancel
end

return M
