--- The settings of a running client, and changes that apply until it ends.

local M = {}

--- The present settings of a client.
---@param client vim.lsp.Client
---@return jouled.Settings
function M.of(client)
  return vim.tbl_get(client.settings, "jouled") or {}
end

--- Sends changed settings to a server, together with the others.
---@param client vim.lsp.Client
---@param changes jouled.Settings
function M.change(client, changes)
  client.settings = vim.tbl_deep_extend("force", client.settings, { jouled = changes })
  client:notify("workspace/didChangeConfiguration", { settings = client.settings })
end

--- Changes settings if they, or those of the project, are the reason that a buffer shows nothing. To find out, it sends
--- another request, to which the settings do not apply: an answer means that there is something to show.
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
