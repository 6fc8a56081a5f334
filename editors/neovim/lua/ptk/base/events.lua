--- Emits the plugin's events as User autocommands, with their data.
local M = {}

---@class ptk.TurnEnd
---@field chat string
---@field conversation_id? string
---@field turn_id? string
---@field success boolean
---@field model? string
---@field usage? ptk.Usage

---@alias ptk.EventName
---| 'StatusChanged' {status: string, chat: string, state: ptk.ChatState}
---| 'ChatsChanged' {}
---| 'TurnStart' {conversation_id?: string, message: string, chat: string}
---| 'TurnEnd' ptk.TurnEnd
---| 'ToolResult' {tool: string, success: boolean}
---| 'Asked' {title: string, tool: string}
---| 'Answered' {title: string, decision: string}
---| 'ModelChanged' {model: string}
---| 'ModeChanged' {mode: ptk.Mode}
---| 'ServerEnded' {message: string}

---@param name ptk.EventName
---@param data? table
function M.emit(name, data)
  vim.api.nvim_exec_autocmds('User', { pattern = 'Ptk' .. name, data = data or {}, modeline = false })
end

return M
