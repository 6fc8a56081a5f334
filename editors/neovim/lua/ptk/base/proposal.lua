--- What a question proposes for its files, and what the user makes of it: hunks that are
--- accepted or rejected, and text that the user has changed.
local M = {}

local hunks = require('ptk.base.hunks')

---@class ptk.ProposedPart : ptk.Part
---@field decision? 'accepted'|'rejected'
---@field edited? string[] lines with their line ends that are written instead of the new ones

---@class ptk.ProposedFile
---@field uri string
---@field path string
---@field old? string nil if the diff does not belong to the new text
---@field new string
---@field parts ptk.ProposedPart[]
---@field whole boolean the change can only be taken whole, such as a deletion
---@field text? string the text that the user wrote instead of the new one

---@param diff ptk.ApproveDiff
---@param whole boolean
---@return ptk.ProposedFile
local function file_of(diff, whole)
  local parts = hunks.parts(vim.split((diff.unified:gsub('\n$', '')), '\n', { plain = true }))
  local old = hunks.without(diff.newText, parts, function()
    return true
  end)
  return {
    uri = diff.uri,
    path = vim.uri_to_fname(diff.uri),
    old = old,
    new = diff.newText,
    parts = parts,
    whole = whole or not old,
  }
end

---@param params ptk.ApproveParams
---@return ptk.ProposedFile[]
function M.files(params)
  return vim.tbl_map(function(diff)
    return file_of(diff, params.toolKind == 'delete')
  end, params.diff or {})
end

--- Returns the text that would be written.
---@param file ptk.ProposedFile
---@return string
function M.text(file)
  if file.text then
    return file.text
  end
  return hunks.replace(file.new, file.parts, function(part)
    ---@cast part ptk.ProposedPart
    return part.decision == 'rejected' and part.old or part.edited
  end) or file.new
end

--- Reports whether the user has decided about each part of a file.
---@param file ptk.ProposedFile
---@return boolean
function M.is_decided(file)
  return file.text ~= nil or vim.iter(file.parts):all(function(part)
    return part.decision ~= nil
  end)
end

---@param files ptk.ProposedFile[]
---@return boolean
local function takes_nothing(files)
  return #files > 0
    and vim.iter(files):all(function(file)
      return M.text(file) == file.old and #file.parts > 0
    end)
end

--- Returns the answer to the question.
---@param files ptk.ProposedFile[]
---@param decision ptk.Decision for what the user has not rejected
---@return ptk.ApproveResult
function M.answer(files, decision)
  if decision == 'reject' or takes_nothing(files) then
    return { decision = 'reject' }
  end
  local changed = {} ---@type ptk.ApprovedFile[]
  for _, file in ipairs(files) do
    local text = M.text(file)
    if text ~= file.new then
      changed[#changed + 1] = { uri = file.uri, newText = text }
    end
  end
  return { decision = decision, files = #changed > 0 and changed or nil }
end

return M
