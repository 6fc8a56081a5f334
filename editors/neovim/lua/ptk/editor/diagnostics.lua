--- The diagnostics of all language servers and linters, for the server.
local M = {}

local buffers = require('ptk.editor.buffers')

---@param diagnostic vim.Diagnostic
---@param encoding string
---@return ptk.Diagnostic
local function as_lsp(diagnostic, encoding)
  local buf = diagnostic.bufnr
  return {
    range = {
      start = buffers.position(buf, diagnostic.lnum, diagnostic.col, encoding) --[[@as ptk.Position]],
      ['end'] = buffers.position(
        buf,
        diagnostic.end_lnum or diagnostic.lnum,
        diagnostic.end_col or diagnostic.col,
        encoding
      ) --[[@as ptk.Position]],
    },
    severity = diagnostic.severity,
    code = diagnostic.code,
    source = diagnostic.source,
    message = diagnostic.message,
  }
end

---@param buf integer
---@param encoding string
---@return ptk.DocumentDiagnostics
local function diagnostics_of(buf, encoding)
  return {
    uri = vim.uri_from_bufnr(buf),
    version = vim.lsp.util.buf_versions[buf],
    diagnostics = vim.tbl_map(function(diagnostic)
      return as_lsp(diagnostic, encoding)
    end, vim.diagnostic.get(buf)),
  }
end

--- Returns the buffers that have diagnostics, loaded or not.
---@return integer[]
local function buffers_with_diagnostics()
  local found = {} ---@type table<integer, true>
  for _, diagnostic in ipairs(vim.diagnostic.get()) do
    if buffers.is_file_buffer(diagnostic.bufnr) then
      found[diagnostic.bufnr] = true
    end
  end
  return vim.fn.sort(vim.tbl_keys(found), 'n')
end

--- Returns the diagnostics of a file or of all files, of every source.
---@param params ptk.DiagnosticsParams
---@param encoding string
---@return ptk.DiagnosticsResult
function M.list(params, encoding)
  local items = {}
  for _, buf in ipairs(buffers_with_diagnostics()) do
    local item = diagnostics_of(buf, encoding)
    if not params.uri or vim.uri_to_fname(item.uri) == vim.uri_to_fname(params.uri) then
      items[#items + 1] = item
    end
  end
  if params.uri and #items == 0 then
    items[1] = { uri = params.uri, diagnostics = {} }
  end
  return { items = items }
end

return M
