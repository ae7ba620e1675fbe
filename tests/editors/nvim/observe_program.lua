--- Runs in headless Neovim: opens a Java file without naming the server, runs the health check, and records
--- what Neovim said and how many servers started.
---
--- Environment: as for observe.lua.

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local said = {}
---@diagnostic disable-next-line: duplicate-set-field
vim.notify = function(message)
  said[#said + 1] = message
end

require("jouled").setup(vim.json.decode(vim.env.OPTIONS))
vim.cmd.edit(vim.env.JAVA_FILE)
local clients = #vim.lsp.get_clients({ name = "jouled", _uninitialized = true })
-- What was started has time to leave its mark.
vim.wait(1000)
vim.cmd("checkhealth jouled")
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
local observed = vim.json.encode({ said = said, clients = clients, health = health })
vim.fn.writefile({ observed }, vim.env.OBSERVED)
vim.cmd("qall!")
