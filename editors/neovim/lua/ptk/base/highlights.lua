--- The highlight groups of the plugin. Each is a default link, so that a color scheme
--- or the user's :highlight wins, and stays after :colorscheme.
local M = {}

--- The links by the groups; the help lists them too.
---@type table<string, string>
M.links = {
  PtkCallRunning = 'DiagnosticInfo', -- the mark of a tool call
  PtkCallDone = 'DiagnosticOk',
  PtkCallFailed = 'DiagnosticError',
  PtkCallWaits = 'DiagnosticWarn', -- a call that waits for an answer
  PtkPlan = 'DiagnosticInfo', -- the mark of a plan
  PtkReasoning = 'Comment', -- the mark of the model's reasoning
  PtkDetail = 'Comment', -- folded details below a call
  PtkAdded = 'Added', -- added lines of a change
  PtkRemoved = 'Removed', -- removed lines
  PtkLeftOut = 'Comment', -- a part of a change that is left out
  PtkLeftOutNote = 'WarningMsg', -- the note after it
  PtkQueued = 'DiagnosticInfo', -- the note of a queued message
  PtkNote = 'Comment', -- notes after the lines of the chat, and below the prompt
  PtkKey = 'Special', -- keys at the lower edge of a float
  PtkKeyText = 'FloatFooter', -- what they do
  PtkReviewAdded = 'DiffAdd', -- new lines in a review
  PtkReviewAddedText = 'DiffText', -- what is new in a line
  PtkReviewRemoved = 'DiffDelete', -- lines that are removed
  PtkReviewRemovedText = 'DiffText', -- what is removed from a line
  PtkReviewAddedSign = 'Added', -- the +
  PtkReviewRemovedSign = 'Removed', -- the -
  PtkReviewHeading = 'Title', -- the heading of a change
  PtkReviewState = 'WarningMsg', -- whether it is accepted or left out
  PtkReviewKey = 'Special', -- a key of a review
  PtkReviewHint = 'Comment', -- what the key does
  PtkChanged = 'Visual', -- what was just changed
}

local function set()
  for group, link in pairs(M.links) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
end

--- Sets the links that no one else has set, now and after each :colorscheme, which
--- clears the user's links.
function M.set()
  set()
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('ptk.highlights', {}),
    callback = set,
  })
end

return M
