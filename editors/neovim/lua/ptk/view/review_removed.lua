--- Marks the lines of a file that a proposed change removes.
local M = {}

local api = vim.api
local review_lines = require('ptk.view.review_lines')

local ns = api.nvim_create_namespace('ptk.review.removed')

--- Marks a row with a sign, or without a sign column with text before the line, so that
--- colours are not needed to see it.
---@param buf integer
---@param row integer
local function mark_sign(buf, row)
  local has_signs = vim.iter(vim.fn.win_findbuf(buf)):all(function(win)
    return vim.wo[win].signcolumn ~= 'no'
  end)
  api.nvim_buf_set_extmark(buf, ns, row, 0, {
    sign_text = '-',
    sign_hl_group = 'PtkReviewRemovedSign',
    priority = 1000,
    virt_text = not has_signs and { { '- ', 'PtkReviewRemovedSign' } } or nil,
    virt_text_pos = 'inline',
  })
end

--- Marks the old lines of a hunk, and in lines that are alike what differs.
---@param buf integer
---@param part ptk.Part
---@param from integer row of the first one
function M.draw(buf, part, from)
  for i, line in ipairs(part.old) do
    local row = from + i - 1
    mark_sign(buf, row)
    api.nvim_buf_set_extmark(buf, ns, row, 0, {
      end_row = row + 1,
      hl_group = 'PtkReviewRemoved',
      hl_eol = true,
      priority = 1000,
      strict = false,
    })
    local first, last = review_lines.changed_bytes(line, #part.new == #part.old and part.new[i] or nil)
    if first and last > first then
      api.nvim_buf_set_extmark(buf, ns, row, first, {
        end_col = last,
        hl_group = 'PtkReviewRemovedText',
        priority = 1001,
        strict = false,
      })
    end
  end
end

---@param buf integer
function M.erase(buf)
  api.nvim_buf_clear_namespace(buf, ns, 0, -1)
end

return M
