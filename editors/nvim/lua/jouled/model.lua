--- `:JouledModel`: changes the model or the device until Neovim ends.

local settings = require("jouled.settings")

local M = {}

---@class jouled.Choice
---@field model string
---@field device string
---@field text string

---@param models jouled.Model[]
---@param current jouled.Settings
---@return jouled.Choice[]
local function choices(models, current)
  local all = {}
  for _, model in ipairs(models) do
    local is_current = current.model == model.name or (not current.model and model.isDefault)
    for _, device in ipairs(vim.list_extend({ "any" }, model.devices)) do
      local mark = is_current and (current.device or "any") == device and "* " or "  "
      local of = device == "any" and "all devices" or device
      local text = ("%s%s · %s (%s)"):format(mark, model.name, of, model.description)
      all[#all + 1] = { model = model.name, device = device, text = text }
    end
  end
  return all
end

---@param client vim.lsp.Client
function M.choose(client)
  client:request("jouled/models", vim.empty_dict(), function(err, models)
    if err then
      return vim.notify("jouled: " .. err.message, vim.log.levels.ERROR)
    end
    vim.ui.select(choices(models, settings.of(client)), {
      prompt = "The model that prices Java code:",
      kind = "jouled.model",
      format_item = function(choice)
        return choice.text
      end,
    }, function(choice)
      if not choice then
        return
      end
      local changes = { model = choice.model, device = choice.device }
      for _, running in ipairs(vim.lsp.get_clients({ name = "jouled" })) do
        settings.change(running, changes)
      end
      -- For servers of other projects that start later.
      vim.lsp.config("jouled", { settings = { jouled = changes } })
    end)
  end)
end

return M
