--- Undo and redo of the prompt that outlast the answers: text that is written above
--- the prompt clears Neovim's undo tree.
local M = {}

local api = vim.api

---@class ptk.PromptHistory
---@field texts string[] oldest first
---@field at integer index of the current text

---@param transcript ptk.Transcript
---@return string
local function text_of(transcript)
  return table.concat(transcript:prompt_lines(), '\n')
end

---@param history ptk.PromptHistory
---@param text string
local function record(history, text)
  if history.texts[history.at] ~= text then
    history.texts = vim.list_slice(history.texts, 1, history.at)
    table.insert(history.texts, text)
    history.at = #history.texts
  end
end

---@param transcript ptk.Transcript
---@param history ptk.PromptHistory
---@param step -1|1
local function go(transcript, history, step)
  record(history, text_of(transcript))
  local text = history.texts[history.at + step]
  if not text then
    return vim.notify(step < 0 and 'Already at oldest change' or 'Already at newest change')
  end
  history.at = history.at + step
  transcript:set_prompt(text)
  local last = api.nvim_buf_line_count(transcript.buf)
  api.nvim_win_set_cursor(0, { last, #transcript:line(last - 1) })
end

--- Defines the <Plug> maps that do what u and <C-r> do; they are Neovim's own as long as
--- its undo tree has a change.
---@param transcript ptk.Transcript
function M.attach(transcript)
  local buf = transcript.buf
  local history = { texts = { text_of(transcript) }, at = 1 } ---@type ptk.PromptHistory
  api.nvim_create_autocmd({ 'InsertEnter', 'InsertLeave', 'TextChanged' }, {
    group = api.nvim_create_augroup('ptk.prompt_history.' .. buf, {}),
    buffer = buf,
    callback = function()
      if transcript.guard.broken then
        return
      end
      local text = text_of(transcript)
      local known = history.texts[history.at - 1] == text and -1 or history.texts[history.at + 1] == text and 1
      if known then -- by Neovim's own u or <C-r>
        history.at = history.at + known
      else
        record(history, text)
      end
    end,
  })
  local function map(name, key, step, can_use)
    vim.keymap.set('n', name, function()
      local count, tree = vim.v.count1, vim.fn.undotree()
      local has_change = vim.iter(tree.entries):any(function(entry)
        return can_use(entry.seq, tree.seq_cur)
      end)
      if has_change then
        return vim.cmd(('normal! %d%s'):format(count, vim.keycode(key)))
      end
      for _ = 1, count do
        go(transcript, history, step)
      end
    end, { buffer = buf, desc = 'ptk: undo or redo in the prompt' })
  end
  map('<Plug>(ptk-chat-undo-prompt)', 'u', -1, function(seq, current)
    return seq <= current
  end)
  map('<Plug>(ptk-chat-redo-prompt)', '<C-r>', 1, function(seq, current)
    return seq > current
  end)
end

return M
