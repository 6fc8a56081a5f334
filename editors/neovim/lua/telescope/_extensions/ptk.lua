--- :Telescope ptk [source]
local function exports()
  local all = {}
  for _, name in ipairs({ 'commands', 'history', 'models', 'modes', 'prompts' }) do
    all[name] = function(options)
      require('ptk').pick(name, { picker = 'telescope', picker_options = options })
    end
  end
  all.ptk = function(options)
    require('ptk').pick(nil, { picker = 'telescope', picker_options = options })
  end
  return all
end

local telescope = require('telescope') --[[@as any]]
return telescope.register_extension({ exports = exports() })
