-- Shows a Java file with hints, lenses and a hover, then says so to the terminal multiplexer.
-- PICTURE_LINE is a part of the line with the hover, and PICTURE_LENS a word of a lens to wait for.

local root = vim.fn.getcwd()
vim.opt.runtimepath:prepend(root .. "/editors/nvim")
vim.o.termguicolors = true
vim.cmd("filetype plugin indent on")
vim.cmd("syntax on")
vim.cmd("colorscheme habamax")
vim.opt.fillchars:append({ eob = " " })
-- The colour scheme draws both as faintly as line numbers; a small picture needs more.
vim.api.nvim_set_hl(0, "LspInlayHint", { fg = "#d7af5f", italic = true })
vim.api.nvim_set_hl(0, "LspCodeLens", { fg = "#5fafd7", italic = true })
vim.o.number = true
vim.o.swapfile = false
vim.o.laststatus = 0
vim.o.ruler = false
vim.o.showmode = false
vim.o.shortmess = vim.o.shortmess .. "FI"

require("jouled").setup({ cmd = { vim.env.JOULED_BIN, "lsp" } })

local function has_lens()
  return vim.iter(vim.lsp.codelens.get(0)):any(function(lens)
    return lens.command ~= nil and lens.command.title:find(vim.env.PICTURE_LENS or "", 1, true) ~= nil
  end)
end

local function hover_is_open()
  return vim.iter(vim.api.nvim_list_wins()):any(function(window)
    return vim.api.nvim_win_get_config(window).relative ~= ""
  end)
end

local function show()
  vim.cmd("redraw!")
  local status = require("jouled").status_details(0)
  local is_fresh = status and status.quiescent and status.state == "fresh"
  if not is_fresh or #vim.lsp.inlay_hint.get({ bufnr = 0 }) == 0 or not has_lens() then
    return vim.defer_fn(show, 100)
  end
  vim.fn.search([[\V]] .. (vim.env.PICTURE_LINE or "+="))
  vim.lsp.buf.hover()
  local function ready()
    if not hover_is_open() then
      return vim.defer_fn(ready, 100)
    end
    vim.cmd("redraw!")
    vim.fn.system({ "tmux", "wait-for", "-S", "ready" })
  end
  ready()
end

vim.api.nvim_create_autocmd("VimEnter", { callback = show })
