--- The settings of a running client, and what goes before them until it ends.

local M = {}

--- The settings a client has now.
---@param client vim.lsp.Client
---@return jouled.Settings
function M.of(client)
  return vim.tbl_get(client.settings, "jouled") or {}
end

--- Tells a server its settings with some of them changed.
---@param client vim.lsp.Client
---@param changes jouled.Settings
function M.change(client, changes)
  client.settings = vim.tbl_deep_extend("force", client.settings, { jouled = changes })
  client:notify("workspace/didChangeConfiguration", { settings = client.settings })
end

--- Changes settings if they, or those of the project, are why nothing is shown in a buffer: if the server
--- has something to show, it answers another request that they do not apply to.
---@param client vim.lsp.Client
---@param bufnr integer
---@param request "jouled/lines"|"jouled/methods"
---@param changes jouled.Settings
function M.change_if_any(client, bufnr, request, changes)
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  client:request(request, params, function(err, found)
    if not err and found and #found > 0 then
      M.change(client, changes)
    end
  end, bufnr)
end

return M
