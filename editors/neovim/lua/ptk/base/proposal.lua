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
---@field unified string the diff of the old and the new text
---@field old? string nil if the diff does not belong to the new text
---@field new string
---@field proposed string the new text as the model proposes it
---@field parts ptk.ProposedPart[]
---@field whole boolean the change can only be taken whole, such as a deletion

---@param unified string
---@return ptk.ProposedPart[]
local function parts_of(unified)
  return hunks.parts(vim.split((unified:gsub('\n$', '')), '\n', { plain = true }))
end

---@param diff ptk.ApproveDiff
---@param whole boolean
---@return ptk.ProposedFile
local function file_of(diff, whole)
  local parts = parts_of(diff.unified)
  local old = hunks.without(diff.newText, parts, function()
    return true
  end)
  return {
    uri = diff.uri,
    path = vim.uri_to_fname(diff.uri),
    unified = diff.unified,
    old = old,
    new = diff.newText,
    proposed = diff.newText,
    parts = parts,
    whole = whole or not old,
  }
end

---@param file ptk.ProposedFile
---@param text string
---@return string unified
local function diff_to(file, text)
  local names = file.unified:match('^(%-%-%- [^\n]*\n%+%+%+ [^\n]*\n)') or ''
  local diff = vim.text and vim.text.diff or vim.diff -- before Neovim 0.12
  return names .. diff(file.old, text, { ctxlen = 3 })
end

--- Replaces the new text by one of the user; the hunks are those of that text then, and
--- not decided yet.
---@param file ptk.ProposedFile
---@param text string
function M.rewrite(file, text)
  if text == M.text(file) then
    return
  end
  file.unified = diff_to(file, text)
  file.new, file.parts = text, parts_of(file.unified)
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
  return hunks.replace(file.new, file.parts, function(part)
    ---@cast part ptk.ProposedPart
    return part.decision == 'rejected' and part.old or part.edited
  end) or file.new
end

--- Reports whether the user has changed the new text, not only left out parts of it.
---@param file ptk.ProposedFile
---@return boolean
function M.is_changed(file)
  return file.new ~= file.proposed or vim.iter(file.parts):any(function(part)
    return part.edited ~= nil
  end)
end

--- Returns the diff to show, and its parts that can be left out. If the user has edited
--- a part, it is the diff of what would be written, to be taken whole.
---@param file ptk.ProposedFile
---@return string unified
---@return ptk.ProposedPart[]
function M.shown(file)
  local is_edited = vim.iter(file.parts):any(function(part)
    return part.edited ~= nil
  end)
  if is_edited then
    return diff_to(file, M.text(file)), {}
  end
  return file.unified, file.parts
end

--- Reports whether the user has decided about each part of a file.
---@param file ptk.ProposedFile
---@return boolean
function M.is_decided(file)
  return vim.iter(file.parts):all(function(part)
    return part.decision ~= nil
  end)
end

---@param files ptk.ProposedFile[]
---@return boolean
local function takes_nothing(files)
  return #files > 0
    and vim.iter(files):all(function(file)
      return M.text(file) == file.old and file.proposed ~= file.old
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
    if text ~= file.proposed then
      changed[#changed + 1] = { uri = file.uri, newText = text }
    end
  end
  return { decision = decision, files = #changed > 0 and changed or nil }
end

return M
