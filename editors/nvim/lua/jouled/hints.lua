--- Inlay hints. Neovim draws them; which of them, and whether any, is decided here.

local settings = require("jouled.settings")
local status = require("jouled.status")

local M = {}

---@class jouled.Hints
---@field all lsp.InlayHint[] what the server gave
---@field ctx lsp.HandlerContext how it was asked

--- The hints that each client last gave for each buffer.
---@type table<integer, table<integer, jouled.Hints>>
local last = {}

--- The line, from 0, that the cursor of each buffer stands on.
---@type table<integer, integer>
local cursor_lines = {}

--- Hands hints to Neovim, which changes them: it gets a copy.
---@param hints jouled.Hints
local function show(hints)
  local client = vim.lsp.get_client_by_id(hints.ctx.client_id)
  local hidden = client
    and settings.of(client).hintsHideOnCursorLine
    and cursor_lines[hints.ctx.bufnr]
  local shown = vim.tbl_filter(function(hint)
    return hint.position.line ~= hidden
  end, hints.all)
  vim.lsp.handlers["textDocument/inlayHint"](nil, vim.deepcopy(shown), hints.ctx)
end

--- Has lines drawn that Neovim takes for drawn, and the server asked once more.
---@param ctx lsp.HandlerContext
local function draw_again(ctx)
  vim.lsp.handlers["workspace/inlayHint/refresh"](nil, nil, ctx)
end

--- Takes hints over and has their lines drawn.
---
--- Neovim 0.11 draws a line once for each version of its buffer. Numbers that arrive later for the same
--- version, as those of a line that was just typed do, would stay hidden if anything was drawn in between.
---@type lsp.Handler
function M.on_hints(err, result, ctx)
  if err or not result then
    return vim.lsp.handlers["textDocument/inlayHint"](err, result, ctx)
  end
  local before = vim.tbl_get(last, ctx.client_id, ctx.bufnr, "all")
  local hints = { all = result, ctx = ctx }
  last[ctx.client_id] = last[ctx.client_id] or {}
  last[ctx.client_id][ctx.bufnr] = hints
  show(hints)
  if not vim.deep_equal(before, result) then
    -- The answer to what this asks is the same and ends here.
    draw_again(ctx)
  end
end

--- Notes where the cursor of the current buffer is; with `hintsHideOnCursorLine` the hint of that line is
--- hidden from now on and that of the line before is shown.
---@param client vim.lsp.Client
---@param bufnr integer
function M.on_cursor(client, bufnr)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  if line == cursor_lines[bufnr] then
    return
  end
  cursor_lines[bufnr] = line
  local hints = vim.tbl_get(last, client.id, bufnr)
  if hints and settings.of(client).hintsHideOnCursorLine and M.is_enabled(bufnr) then
    show(hints)
    draw_again(hints.ctx)
  end
end

---@param bufnr integer
---@return boolean
function M.is_enabled(bufnr)
  return vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr })
end

--- Whether hints are shown, or will be as soon as there are numbers. They are not where a setting of the
--- project leaves none.
---@param client vim.lsp.Client
---@param bufnr integer
---@return boolean
function M.is_shown(client, bufnr)
  local hints = vim.tbl_get(last, client.id, bufnr)
  return M.is_enabled(bufnr) and not (hints and #hints.all == 0 and status.is_settled(bufnr))
end

---@param bufnr integer
---@param on boolean
function M.enable(bufnr, on)
  vim.lsp.inlay_hint.enable(on, { bufnr = bufnr })
end

--- Shows or hides the hints of a buffer, whatever the settings say.
---@param client vim.lsp.Client
---@param bufnr integer
---@param on boolean
function M.show(client, bufnr, on)
  local hints = vim.tbl_get(last, client.id, bufnr)
  local setting = settings.of(client).hints
  M.enable(bufnr, on)
  if on and (setting == false or setting == "none" or (hints and #hints.all == 0)) then
    settings.change_if_any(client, bufnr, "jouled/lines", { hints = "all" })
  end
end

--- Forgets a buffer that the server left.
---@param client_id integer
---@param bufnr integer
function M.forget(client_id, bufnr)
  cursor_lines[bufnr] = nil
  if last[client_id] then
    last[client_id][bufnr] = nil
  end
end

return M
