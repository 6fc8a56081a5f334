--- The subcommands of :Ptk. From this table come the command, its completion, the
--- <Plug> maps, the former names and a test of the help. Neovim reads it when it
--- starts, so it requires nothing.

---@class ptk.Arguments what a subcommand is called with
---@field text string after its name
---@field range? {[1]: integer, [2]: integer} first and last line, if a range was given
---@field bang boolean

---@class ptk.Subcommand
---@field name string
---@field desc string
---@field run fun(given: ptk.Arguments)
---@field args? string its arguments, for the help; default: it takes none
---@field complete? string name of the function of ptk.commands.arguments that completes them
---@field range? boolean it takes a range
---@field bang? boolean it takes a !
---@field old? string its former name as a command

--- Returns a function that passes the text to a public function.
---@param name string
---@return fun(given: ptk.Arguments)
local function with_text(name)
  return function(given)
    require('ptk')[name](given.text ~= '' and given.text or nil)
  end
end

--- Returns a function that passes the text and the range to a public function.
---@param name string
---@param bang string name of the option that a ! sets
---@return fun(given: ptk.Arguments)
local function with_range(name, bang)
  return function(given)
    require('ptk')[name](given.text, { range = given.range, [bang] = given.bang or nil })
  end
end

---@type ptk.Subcommand[]
return {
  {
    name = 'ask',
    old = 'PtkAsk',
    args = '{text}',
    range = true,
    bang = true,
    desc = 'send a message, with a range about these lines, with a ! in a new conversation',
    run = with_range('ask', 'new'),
    complete = 'message',
  },
  { name = 'toggle', old = 'PtkToggle', desc = 'open or close the chat', run = with_text('toggle') },
  { name = 'focus', old = 'PtkFocus', desc = 'go to the chat, or back to the file', run = with_text('focus') },
  {
    name = 'chats',
    args = '[{action}]',
    desc = 'list the chats',
    run = with_text('chats'),
    complete = 'chats',
  },
  { name = 'new', old = 'PtkNew', desc = 'start a new conversation', run = with_text('new') },
  { name = 'stop', old = 'PtkStop', desc = 'stop the answer', run = with_text('stop') },
  {
    name = 'take-back',
    old = 'PtkTakeBack',
    desc = 'take back a message that was sent while the answer comes',
    run = with_text('take_back'),
  },
  { name = 'retry', old = 'PtkRetry', desc = 'send the last message again', run = with_text('retry') },
  { name = 'continue', desc = 'continue the last answer from where it stands', run = with_text('continue') },
  { name = 'approve', old = 'PtkApprove', desc = 'answer a question that waits', run = with_text('approve') },
  { name = 'review', desc = 'review proposed changes in their files', run = with_text('review') },
  { name = 'changes', desc = 'list what the last answer has changed', run = with_text('changes') },
  {
    name = 'model',
    old = 'PtkModel',
    args = '[{id}]',
    desc = 'choose the model',
    run = with_text('model'),
    complete = 'model',
  },
  {
    name = 'mode',
    old = 'PtkMode',
    args = '[{mode}]',
    desc = 'choose the mode: agent, ask or plan',
    run = with_text('mode'),
    complete = 'mode',
  },
  {
    name = 'plan',
    old = 'PtkPlan',
    args = '[edit]',
    desc = 'carry out the plan, or edit it',
    run = with_text('plan'),
    complete = 'plan',
  },
  {
    name = 'history',
    old = 'PtkHistory',
    args = '[{words}]',
    desc = 'list the conversations',
    run = with_text('history'),
    complete = 'history',
  },
  {
    name = 'pick',
    args = '[{source}]',
    desc = 'pick a conversation, model, mode, sent message or command',
    run = with_text('pick'),
    complete = 'source',
  },
  { name = 'undo', old = 'PtkUndo', desc = 'undo the file changes of a turn', run = with_text('undo') },
  { name = 'redo', old = 'PtkRedo', desc = 'redo the last undo', run = with_text('redo') },
  { name = 'tools', old = 'PtkTools', desc = 'list the tools and the permissions', run = with_text('tools') },
  {
    name = 'context',
    old = 'PtkContext',
    args = '[{file}]',
    range = true,
    bang = true,
    desc = 'show what is sent with the next message, or attach to it, with a ! instead of what is attached',
    run = with_range('context', 'clear'),
    complete = 'file',
  },
  { name = 'log', old = 'PtkLog', args = '[{which}]', desc = 'show a log', run = with_text('log'), complete = 'log' },
  { name = 'install', old = 'PtkInstall', desc = 'build the server', run = with_text('install') },
  { name = 'restart', old = 'PtkRestart', desc = 'restart the server', run = with_text('restart') },
}
