--- Code lenses. Neovim draws them and leaves it to plugins to ask for them.

local settings = require("jouled.settings")
local status = require("jouled.status")

local M = {}

--- Buffers whose lenses are shown.
---@type table<integer, true>
local shown_in = {}

--- How many lenses the server last gave for each buffer.
---@type table<integer, integer>
local counts = {}

--- Asks for the lenses of a buffer, if they are shown. The old ones stay until the answer is here.
---@param client vim.lsp.Client
---@param bufnr integer
function M.refresh(client, bufnr)
  if not shown_in[bufnr] then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  -- vim.lsp.codelens.refresh() would ask every other client of the buffer too.
  client:request("textDocument/codeLens", params, function(err, result, ctx)
    counts[bufnr] = result and #result
    vim.lsp.codelens.on_codelens(err, result, ctx)
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
end

return M
