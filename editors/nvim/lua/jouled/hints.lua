--- Inlay hints. Neovim draws them; this module decides whether to show any, and which.

local settings = require("jouled.settings")
local status = require("jouled.status")

local M = {}

---@class jouled.Hints
---@field all lsp.InlayHint[] the server's answer
---@field ctx lsp.HandlerContext the context of the request

--- The last hints from each client for each buffer.
---@type table<integer, table<integer, jouled.Hints>>
local last = {}

--- The line of the cursor in each buffer, counted from 0.
---@type table<integer, integer>
local cursor_lines = {}

--- Passes a copy of the hints to Neovim, which modifies them.
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

--- Makes Neovim draw lines that it considers drawn already, and ask the server once more.
---@param ctx lsp.HandlerContext
local function draw_again(ctx)
  vim.lsp.handlers["workspace/inlayHint/refresh"](nil, nil, ctx)
end

--- Stores new hints and has their lines drawn.
---
--- Neovim 0.11 draws a line only once for each version of its buffer. Numbers may arrive later for the same version,
--- for example those of a line that was just typed; if anything was drawn in between, they would stay hidden.
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
    -- The answer to the new request is the same, so there is no third one.
    draw_again(ctx)
  end
end

--- Remembers the line of the cursor in the current buffer. With `hintsHideOnCursorLine` it hides the hint of that line
--- and shows the hint of the previous one again.
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

--- Whether hints are shown, or will be once there are numbers. It is false if a project's setting removes all hints.
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

--- Shows or hides the hints of a buffer, regardless of the settings.
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

--- Forgets a buffer from which the server has detached.
---@param client_id integer
---@param bufnr integer
function M.forget(client_id, bufnr)
  cursor_lines[bufnr] = nil
  if last[client_id] then
    last[client_id][bufnr] = nil
  end
end

return M
