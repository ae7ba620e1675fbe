--- `:JouledHotspots`: the most expensive methods of the workspace in the quickfix list.

local M = {}

---@param hotspot jouled.Hotspot
---@return vim.quickfix.entry
local function entry(hotspot)
  local class = hotspot.class:match("[^/]*$")
  local apart = hotspot.purpose and hotspot.purpose ~= "product" and hotspot.purpose .. " · " or ""
  return {
    filename = vim.uri_to_fname(hotspot.uri),
    lnum = hotspot.range.start.line + 1,
    col = hotspot.range.start.character + 1,
    text = ("%s⚡ %s · %s.%s"):format(apart, hotspot.title, class, hotspot.name .. (hotspot.parameters or "")),
  }
end

---@param client vim.lsp.Client
---@param limit integer|nil the maximum number of methods
function M.list(client, limit)
  client:request("jouled/hotspots", { limit = limit or 100 }, function(err, hotspots)
    if err then
      return vim.notify("jouled: " .. err.message, vim.log.levels.ERROR)
    end
    if not hotspots or #hotspots == 0 then
      return vim.notify("jouled: no method has been priced yet")
    end
    vim.fn.setqflist({}, " ", {
      title = "jouled: the most expensive methods",
      items = vim.tbl_map(entry, hotspots),
    })
    vim.cmd("botright copen")
  end)
end

return M
