--- Code lenses. Neovim 0.11 leaves it to plugins to ask for them, and draws them at the end of the line, where a hint may
--- stand: they are drawn above their methods here.

local settings = require("jouled.settings")
local status = require("jouled.status")

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace("jouled.codelens")

--- Buffers whose lenses are shown.
---@type table<integer, true>
local shown_in = {}

--- How many lenses the server last gave for each buffer.
---@type table<integer, integer>
local counts = {}

--- Draws lenses above their lines. Nothing can be seen above the first line of a buffer: its lens stands at its end.
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

--- Asks for the lenses of a buffer, if they are shown. The old ones stay until the answer is here.
---@param client vim.lsp.Client
---@param bufnr integer
function M.refresh(client, bufnr)
  if not shown_in[bufnr] then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  -- vim.lsp.codelens.refresh() would ask every other client of the buffer too.
  client:request("textDocument/codeLens", params, function(err, result)
    if err then
      return
    end
    counts[bufnr] = result and #result
    if shown_in[bufnr] then
      -- vim.lsp.codelens.run() finds them there.
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

--- Whether lenses are shown, or will be as soon as there are numbers. They are not where a setting of the
--- project leaves none.
---@param _ vim.lsp.Client
---@param bufnr integer
---@return boolean
function M.is_shown(_, bufnr)
  return shown_in[bufnr] ~= nil and not (counts[bufnr] == 0 and status.is_settled(bufnr))
end

--- Shows or hides the lenses of a buffer, whatever the settings say.
---@param client vim.lsp.Client
---@param bufnr integer
---@param on boolean
function M.show(client, bufnr, on)
  M.enable(client, bufnr, on)
  if on and (settings.of(client).lens == false or counts[bufnr] == 0) then
    settings.change_if_any(client, bufnr, "jouled/methods", { lens = true })
  end
end

--- Forgets a buffer that the server left.
---@param bufnr integer
function M.forget(bufnr)
  shown_in[bufnr] = nil
  counts[bufnr] = nil
  if vim.api.nvim_buf_is_valid(bufnr) then
    vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  end
end

return M
