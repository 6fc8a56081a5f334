--- Stores the chats between sessions of Neovim, a file each: the id of the conversation,
--- the draft, the queued messages. Only the user can read the files. The conversations
--- are stored by the server. A chat that is open in one Neovim is locked for others.
local M = {}

local owner_only, folder_only = 384, 448 -- 0600, 0700
local max_prompts = 100

---@class ptk.UnfinishedEdit
---@field turnId? string the edited turn
---@field draft string the prompt before

---@class ptk.State
---@field root? string of the workspace; missing in files of older versions
---@field used? integer when the chat was used last, in milliseconds
---@field title? string
---@field conversationId? string
---@field draft? string
---@field editing? ptk.UnfinishedEdit
---@field queued? string[] messages that the model had not read
---@field unread? boolean
---@field prompts? string[] oldest first
---@field model? string
---@field mode? ptk.Mode

---@return string
function M.folder()
  return vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], 'ptk')
end

---@param name string
---@return string
local function path_of(name)
  return vim.fs.joinpath(M.folder(), name)
end

--- Returns the id of the first chat of a workspace.
---@param root string
---@return string
function M.first_id(root)
  return vim.fn.sha256(root):sub(1, 16)
end

--- Returns the id for another chat of a workspace.
---@param root string
---@return string
function M.new_id(root)
  local unique = ('%d %d'):format(vim.uv.os_getpid(), vim.uv.hrtime())
  return ('%s-%s'):format(M.first_id(root), vim.fn.sha256(unique):sub(1, 8))
end

--- Returns the part of an id that the name of the chat's buffer has.
---@param id string
---@return string
function M.short_id(id)
  return id:match('%-(%x+)$') or id:sub(1, 8)
end

--- Returns the stored chat with a short id.
---@param short string
---@return string? id
function M.find(short)
  for name in vim.fs.dir(M.folder()) do
    local id = name:match('^(%x+)%.json$') or name:match('^(%x+%-%x+)%.json$')
    if id and M.short_id(id) == short then
      return id
    end
  end
end

--- Reads a table from a file.
---@param name string
---@return table empty if there is none or it cannot be read
function M.read(name)
  local file = io.open(path_of(name), 'rb')
  if not file then
    return {}
  end
  local ok, data = pcall(vim.json.decode, file:read('*a'), { luanil = { object = true, array = true } })
  file:close()
  return ok and type(data) == 'table' and data or {}
end

---@param path string
---@param flags string
---@param text string
---@return string? problem
local function write(path, flags, text)
  local file, problem = vim.uv.fs_open(path, flags, owner_only)
  if not file then
    return problem
  end
  local written, write_problem = vim.uv.fs_write(file, text)
  vim.uv.fs_close(file)
  return not written and write_problem or nil
end

--- Replaces a file by a table, atomically.
---@param name string
---@param data table
---@return string? problem
function M.write(name, data)
  vim.fn.mkdir(M.folder(), 'p', folder_only --[[@as any]])
  local fresh = ('%s.%d'):format(path_of(name), vim.uv.os_getpid())
  local problem = write(fresh, 'w', vim.json.encode(data))
  if not problem then
    local ok, rename_problem = vim.uv.fs_rename(fresh, path_of(name))
    problem = not ok and rename_problem or nil
  end
  return problem
end

---@param id string
---@return ptk.State
function M.load(id)
  return M.read(id .. '.json')
end

---@param id string
---@param state ptk.State
---@return string? problem
function M.save(id, state)
  local prompts = state.prompts or {}
  state.prompts = vim.list_slice(prompts, math.max(1, #prompts - max_prompts + 1))
  return M.write(id .. '.json', state)
end

---@param id string
function M.remove(id)
  vim.uv.fs_unlink(path_of(id .. '.json'))
end

---@class ptk.SavedChat
---@field id string
---@field state ptk.State

--- Returns the stored chats of a workspace, the last used one first.
---@param root string
---@return ptk.SavedChat[]
function M.list(root)
  local prefix, found = M.first_id(root), {} ---@type string, ptk.SavedChat[]
  for name in vim.fs.dir(M.folder()) do
    local id = name:match('^(%x+)%.json$') or name:match('^(%x+%-%x+)%.json$')
    if id and vim.startswith(id, prefix) then
      found[#found + 1] = { id = id, state = M.load(id) }
    end
  end
  table.sort(found, function(a, b)
    local left, right = a.state.used or 0, b.state.used or 0
    return left > right or (left == right and a.id < b.id)
  end)
  return found
end

--- Reports whether a Neovim listens at an address: a process may have got the number of
--- one that was killed.
---@param address any
---@return boolean
local function listens(address)
  if type(address) ~= 'string' or address == '' then
    return true -- that Neovim has no address
  end
  local kind = address:match('^[^/\\]+:%d+$') and 'tcp' or 'pipe'
  local ok, channel = pcall(vim.fn.sockconnect, kind, address)
  if ok and channel > 0 then
    vim.fn.chanclose(channel --[[@as integer]])
    return true
  end
  return false
end

---@param id string
---@return integer? pid of the Neovim that has the lock; nil if there is none
local function owner(id)
  local lock = M.read(id .. '.lock')
  local pid = lock.pid
  if type(pid) ~= 'number' or pid <= 0 or vim.uv.kill(pid, 0) ~= 0 then
    return nil
  end
  return (pid == vim.uv.os_getpid() or listens(lock.address)) and pid or nil
end

--- Reports whether another Neovim has a chat open.
---@param id string
---@return boolean
function M.is_locked(id)
  local pid = owner(id)
  return pid ~= nil and pid ~= vim.uv.os_getpid()
end

--- Locks a chat for this Neovim.
---@param id string
---@return boolean locked false if another Neovim has it open
function M.lock(id)
  if M.is_locked(id) then
    return false
  end
  vim.fn.mkdir(M.folder(), 'p', folder_only --[[@as any]])
  local path, text = path_of(id .. '.lock'), vim.json.encode({ pid = vim.uv.os_getpid(), address = vim.v.servername })
  if write(path, 'wx', text) then
    if owner(id) then
      return not M.is_locked(id)
    end
    vim.uv.fs_unlink(path) -- its Neovim was killed
    return write(path, 'wx', text) == nil
  end
  return true
end

---@param id string
function M.unlock(id)
  if owner(id) == vim.uv.os_getpid() then
    vim.uv.fs_unlink(path_of(id .. '.lock'))
  end
end

return M
