--- The state of each server, from its notifications `experimental/serverStatus`.

local M = {}

---@type table<integer, jouled.ServerStatus>
local of_client = {}

---@type table<jouled.State, string>
local WORDS = {
  fresh = "⚡",
  compiling = "⚡ compiling …",
  stale = "⚡ …",
  noJdk = "⚡ no JDK",
  missingDependency = "⚡ missing dependency",
}

---@type lsp.Handler
function M.on_status(_, status, ctx)
  of_client[ctx.client_id] = status
  vim.api.nvim_exec_autocmds("User", { pattern = "JouledStatus", modeline = false, data = status })
  vim.cmd.redrawstatus({ bang = true })
end

---@param client_id integer
function M.forget(client_id)
  of_client[client_id] = nil
end

--- The last status from a buffer's server; nil if there is none.
---@param bufnr? integer default: the current buffer
---@return jouled.ServerStatus|nil
function M.details(bufnr)
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr or 0, name = "jouled" })) do
    if of_client[client.id] then
      return of_client[client.id]
    end
  end
end

--- Whether a buffer's server has finished its work.
---@param bufnr integer
---@return boolean
function M.is_settled(bufnr)
  local details = M.details(bufnr)
  return details ~= nil and details.quiescent
end

--- The state of a buffer's server in a few characters for 'statusline'; empty without a server.
---@param bufnr? integer default: the current buffer
---@return string
function M.text(bufnr)
  local status = M.details(bufnr)
  return status and WORDS[status.state] or ""
end

return M
