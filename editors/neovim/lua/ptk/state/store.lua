--- Stores the state of a workspace between sessions of Neovim: the id of the
--- conversation, the draft, the sent prompts. Only the user can read the files. The
--- conversations are stored by the server.
local M = {}

local owner_only, folder_only = 384, 448 -- 0600, 0700
local max_prompts = 100

---@class ptk.State
---@field conversationId? string
---@field draft? string
---@field prompts? string[] oldest first
---@field model? string
---@field mode? ptk.Mode

---@return string
function M.folder()
  return vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], 'ptk')
end

---@param root string of the workspace
---@return string
local function file_of(root)
  return vim.fs.joinpath(M.folder(), vim.fn.sha256(root):sub(1, 16) .. '.json')
end

---@param root string
---@return ptk.State
function M.load(root)
  local file = io.open(file_of(root), 'rb')
  if not file then
    return {}
  end
  local ok, state = pcall(vim.json.decode, file:read('*a'), { luanil = { object = true, array = true } })
  file:close()
  return ok and type(state) == 'table' and state or {}
end

---@param path string
---@param text string
---@return string? problem
local function write(path, text)
  local file, problem = vim.uv.fs_open(path, 'w', owner_only)
  if not file then
    return problem
  end
  local written, write_problem = vim.uv.fs_write(file, text)
  vim.uv.fs_close(file)
  return not written and write_problem or nil
end

--- Replaces the stored state atomically.
---@param root string
---@param state ptk.State
---@return string? problem
function M.save(root, state)
  local prompts = state.prompts or {}
  state.prompts = vim.list_slice(prompts, math.max(1, #prompts - max_prompts + 1))
  vim.fn.mkdir(M.folder(), 'p', folder_only)
  local path = file_of(root)
  local fresh = ('%s.%d'):format(path, vim.uv.os_getpid())
  local problem = write(fresh, vim.json.encode(state))
  if not problem then
    local ok, rename_problem = vim.uv.fs_rename(fresh, path)
    problem = not ok and rename_problem or nil
  end
  return problem
end

return M
