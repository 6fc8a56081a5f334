--- A float that lists items, with keys that act on the item under the cursor.
local M = {}

local api = vim.api
local float = require('ptk.view.float')
local visible = require('ptk.base.visible')

---@class ptk.ListKey
---@field what string
---@field run fun(item: any, list: ptk.OpenList)

---@class ptk.ListOptions
---@field title string
---@field items any[]
---@field line fun(item: any): string
---@field keys table<string, ptk.ListKey>
---@field filetype? string

---@class ptk.OpenList
---@field set fun(items: any[]) replaces the items
---@field close fun()

--- Opens the list.
---@param options ptk.ListOptions
---@return ptk.OpenList
function M.open(options)
  local items = options.items
  local list = {} --[[@as any]]
  local function line(item)
    return visible.line(options.line(item))
  end
  local keys = {}
  for key, action in pairs(options.keys) do
    keys[key] = {
      what = action.what,
      run = function(row)
        if items[row] ~= nil then
          action.run(items[row], list)
        end
      end,
    }
  end
  local win, buf = float.show({
    title = options.title,
    lines = vim.tbl_map(line, items),
    keys = keys,
    filetype = options.filetype,
  })
  vim.wo[win][0].cursorline, vim.wo[win][0].wrap = true, false
  function list.set(fresh)
    items = fresh
    if api.nvim_buf_is_valid(buf) then
      vim.bo[buf].modifiable = true
      api.nvim_buf_set_lines(buf, 0, -1, false, vim.tbl_map(line, items))
      vim.bo[buf].modifiable = false
    end
  end
  function list.close()
    if api.nvim_win_is_valid(win) then
      api.nvim_win_close(win, true)
    end
  end
  return list
end

return M
