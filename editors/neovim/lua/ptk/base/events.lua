--- Emits the plugin's events as User autocommands.
local M = {}

---@param name string without the prefix Ptk
---@param data? table
function M.emit(name, data)
  vim.api.nvim_exec_autocmds('User', { pattern = 'Ptk' .. name, data = data or {}, modeline = false })
end

return M
