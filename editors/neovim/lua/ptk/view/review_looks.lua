--- The highlight groups of reviews and changes, linked to groups that every colour
--- scheme has. A link of the user or of a colour scheme wins.
local M = {}

local links = {
  PtkReviewAdded = 'DiffAdd',
  PtkReviewAddedText = 'DiffText',
  PtkReviewRemoved = 'DiffDelete',
  PtkReviewRemovedText = 'DiffText',
  PtkReviewAddedSign = 'Added',
  PtkReviewRemovedSign = 'Removed',
  PtkReviewHeading = 'Title',
  PtkReviewState = 'WarningMsg',
  PtkReviewKey = 'Special',
  PtkReviewHint = 'Comment',
  PtkChanged = 'Visual',
}

--- Defines the links, also after each change of the colour scheme.
function M.define()
  local function set()
    for name, target in pairs(links) do
      vim.api.nvim_set_hl(0, name, { link = target, default = true })
    end
  end
  set()
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('ptk.review.looks', {}),
    callback = set,
  })
end

return M
