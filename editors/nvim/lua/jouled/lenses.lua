--- Code lenses. Neovim 0.11 leaves it to plugins to request them, and draws them at the end of the line, where a hint
--- may be. This module draws them above their methods instead.

local settings = require("jouled.settings")
local status = require("jouled.status")

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace("jouled.codelens")

--- The buffers that show lenses.
---@type table<integer, true>
local shown_in = {}

--- The number of lenses in the server's last answer for each buffer.
---@type table<integer, integer>
local counts = {}

--- Draws lenses above their lines. Nothing is visible above the first line of a buffer, so its lens is drawn at its
--- end.
---@param bufnr integer
---@param lenses lsp.CodeLens[]
local function draw(bufnr, lenses)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  local last = vim.api.nvim_buf_line_count(bufnr) - 1
  for _, lens in ipairs(lenses) do
    local line = lens.range.start.line
    if lens.command and line <= last then
      local title = { lens.command.title, "LspCodeLens" }
      local indent = vim.api.nvim_buf_call(bufnr, function()
        return vim.fn.indent(line + 1)
      end)
      vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, line, 0, {
        virt_text = line == 0 and { title } or nil,
        virt_lines = line > 0 and { { { (" "):rep(indent) }, title } } or nil,
        virt_lines_above = true,
        undo_restore = false,
        invalidate = true,
      })
    end
  end
end

--- Requests the lenses of a buffer if they are shown. The old ones stay until the answer arrives.
---@param client vim.lsp.Client
---@param bufnr integer
function M.refresh(client, bufnr)
  if not shown_in[bufnr] then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  -- vim.lsp.codelens.refresh() would also ask every other client of the buffer.
  client:request("textDocument/codeLens", params, function(err, result)
    if err then
      return
    end
    counts[bufnr] = result and #result
    if shown_in[bufnr] then
      -- vim.lsp.codelens.run() looks for them there.
      vim.lsp.codelens.save(result or {}, bufnr, client.id)
      draw(bufnr, result or {})
    end
  end, bufnr)
end

---@param client vim.lsp.Client
---@param bufnr integer
---@param on boolean
function M.enable(client, bufnr, on)
  shown_in[bufnr] = on or nil
  if on then
    M.refresh(client, bufnr)
  else
    vim.lsp.codelens.clear(client.id, bufnr)
    vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  end
end

--- Whether lenses are shown, or will be once there are numbers. It is false if a project's setting removes all lenses.
---@param _ vim.lsp.Client
---@param bufnr integer
---@return boolean
function M.is_shown(_, bufnr)
  return shown_in[bufnr] ~= nil and not (counts[bufnr] == 0 and status.is_settled(bufnr))
end

--- Shows or hides the lenses of a buffer, regardless of the settings.
---@param client vim.lsp.Client
---@param bufnr integer
---@param on boolean
function M.show(client, bufnr, on)
  M.enable(client, bufnr, on)
  if on and (settings.of(client).lens == false or counts[bufnr] == 0) then
    settings.change_if_any(client, bufnr, "jouled/methods", { lens = true })
  end
end

--- Forgets a buffer from which the server has detached.
---@param bufnr integer
function M.forget(bufnr)
  shown_in[bufnr] = nil
  counts[bufnr] = nil
  if vim.api.nvim_buf_is_valid(bufnr) then
    vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  end
end

return M
