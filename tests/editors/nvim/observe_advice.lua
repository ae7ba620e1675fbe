--- Runs in headless Neovim: opens a file with the plugin, asks for code actions as a user does, and applies the
--- first of jouled's, and notes what a user would see, as JSON. The tests that start it decide what is right.
---
--- Environment: as observe.lua; JAVA_FILE is in a folder with a `.git`.

local PATIENCE_MS = 90000

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local options = vim.json.decode(vim.env.OPTIONS)
options.cmd = { vim.env.JOULED_BIN, "lsp" }
require("jouled").setup(options)

local observed = { titles = {} }

local function observe()
  vim.cmd.edit(vim.env.JAVA_FILE)
  vim.wait(PATIENCE_MS, function()
    return require("jouled").status() == "⚡"
  end, 50)
  vim.fn.search([[\Vx * y * x]])
  -- The menu that Neovim shows: the choice is made as soon as there is one.
  vim.ui.select = function(items, _, on_choice)
    for _, item in ipairs(items) do
      observed.titles[#observed.titles + 1] = item.action.title
    end
    on_choice(items[1], 1)
  end
  -- First only as a diff, which changes nothing.
  local select = vim.ui.select
  vim.ui.select = function(items, options, on_choice)
    observed.previewed = options.format_item(items[1])
    on_choice(items[1], 1)
  end
  vim.wait(PATIENCE_MS, function()
    vim.cmd("JouledAdvice")
    return vim.wait(1000, function()
      return #vim.api.nvim_list_wins() == 2
    end, 20)
  end, 50)
  observed.preview = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  observed.is_diff = vim.wo.diff
  vim.cmd.close()
  observed.kept = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  observed.is_diff_after = vim.wo.diff
  vim.ui.select = select
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.wait(PATIENCE_MS, function()
    vim.lsp.buf.code_action()
    return vim.wait(1000, function()
      return vim.api.nvim_buf_get_changedtick(0) ~= before
    end, 20)
  end, 50)
  observed.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local ok, failure = xpcall(observe, debug.traceback)
observed.failure = not ok and failure or nil
vim.fn.writefile({ vim.json.encode(observed) }, vim.env.OBSERVED)
os.exit(ok and 0 or 1)
