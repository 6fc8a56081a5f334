--- The command-line window (q:), in which no window can be opened or closed.
local M = {}

--- Runs a function, or if the command-line window is open, once it is closed.
---@param run fun()
function M.after(run)
  if vim.fn.getcmdwintype() == '' then
    return run()
  end
  vim.api.nvim_create_autocmd('CmdwinLeave', {
    once = true,
    callback = vim.schedule_wrap(function()
      M.after(run)
    end),
  })
end

return M
