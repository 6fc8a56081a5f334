--- Reads files for the server: the text of a buffer, saved or not, else the disk.
local M = {}

local buffers = require('ptk.editor.buffers')
local edits = require('ptk.editor.edits')

---@param buf integer
---@return string
local function line_ending(buf)
  return ({ dos = '\r\n', mac = '\r' })[vim.bo[buf].fileformat] or '\n'
end

---@param buf integer
---@param lines string[]
---@return boolean
local function is_empty_file(buf, lines)
  return #lines == 1
    and lines[1] == ''
    and not vim.bo[buf].modified
    and vim.fn.getfsize(vim.api.nvim_buf_get_name(buf)) <= 0
end

--- Returns the buffer's text as :write would write it, in UTF-8.
---@param buf integer
---@return string
local function text_of(buf)
  local ending = line_ending(buf)
  local lines = vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  local text = table.concat(lines, ending)
  if vim.bo[buf].endofline and not is_empty_file(buf, lines) then
    text = text .. ending
  end
  return text
end

--- Reports whether a text is valid UTF-8.
---@param text string
---@return boolean
local function is_utf8(text)
  local rest = text
    :gsub('\240[\144-\191][\128-\191][\128-\191]', ' ')
    :gsub('[\241-\244][\128-\191][\128-\191][\128-\191]', ' ')
    :gsub('\224[\160-\191][\128-\191]', ' ')
    :gsub('[\225-\239][\128-\191][\128-\191]', ' ')
    :gsub('[\194-\223][\128-\191]', ' ')
  return not rest:find('[\128-\255]')
end

---@param path string
---@return string? text
---@return string? problem
local function disk_text(path)
  local file, problem = io.open(path, 'rb')
  if not file then
    return nil, problem
  end
  local text, read_problem = file:read('*a')
  file:close()
  if not text then
    return nil, read_problem or (path .. ' is not a file')
  end
  if text:find('\0', 1, true) or not is_utf8(text) then
    return nil, path .. ' is not text in UTF-8'
  end
  return text
end

--- Reads a file for the server.
---@param params ptk.ReadFileParams
---@return ptk.ReadFileResult? result
---@return string? problem
function M.read(params)
  local buf = buffers.buffer_of(params.uri)
  if not buf then
    local text, problem = disk_text(vim.uri_to_fname(params.uri))
    return text and { text = text, dirty = false }, problem
  end
  edits.refresh(buf)
  local filetype = vim.bo[buf].filetype
  return {
    text = text_of(buf),
    version = vim.lsp.util.buf_versions[buf],
    languageId = filetype ~= '' and filetype or 'plaintext',
    dirty = vim.bo[buf].modified,
  }
end

return M
