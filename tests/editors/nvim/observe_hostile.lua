--- Runs in headless Neovim: opens a Java file of a project that tries to run its own JDK, once with settings at the
--- start and once with pushed settings, and records what the server said.
---
--- Environment: as for observe.lua; EVIL names the JDK.

local PATIENCE_MS = 60000

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local said = {}
vim.lsp.handlers["window/showMessage"] = function(_, params)
  said[#said + 1] = params.message
end

local function wait_for(count)
  return vim.wait(PATIENCE_MS, function()
    local refusals = vim.tbl_filter(function(message)
      return message:find(vim.env.EVIL, 1, true) ~= nil
    end, said)
    return #refusals >= count
  end, 50)
end

local options = vim.json.decode(vim.env.OPTIONS)
options.cmd = { vim.env.JOULED_BIN, "lsp" }
options.javaHome = vim.env.EVIL
-- The lines of the tests are too small to be hot.
require("jouled").setup(vim.tbl_extend("keep", options, { hints = "all" }))
vim.cmd.edit(vim.env.JAVA_FILE)
local refused = { wait_for(1) }
for _, client in ipairs(vim.lsp.get_clients({ name = "jouled" })) do
  -- The same setting again would be no change.
  require("jouled.settings").change(client, { javaHome = vim.env.EVIL .. "-pushed" })
  refused[#refused + 1] = wait_for(2)
end
local observed = vim.json.encode({ refused = refused, said = said })
vim.fn.writefile({ observed }, vim.env.OBSERVED)
vim.cmd("qall!")
