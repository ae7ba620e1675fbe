--- The commands in a buffer to which jouled is attached.

local M = {}

local COMMANDS = {
  "Jouled",
  "JouledToggle",
  "JouledHotspots",
  "JouledAdvice",
  "JouledModel",
  "JouledClassPath",
  "JouledProfile",
}

--- Something that a buffer can show.
---@class jouled.Display
---@field is_shown fun(client: vim.lsp.Client, bufnr: integer): boolean
---@field show fun(client: vim.lsp.Client, bufnr: integer, on: boolean)

---@param message string
local function complain(message)
  vim.notify("jouled: " .. message, vim.log.levels.ERROR)
end

---@param words string[]
---@return fun(lead: string): string[]
local function completion(words)
  return function(lead)
    return vim.tbl_filter(function(word)
      return vim.startswith(word, lead)
    end, words)
  end
end

--- Hides everything that is shown; if nothing is, shows again what the last call hid.
---@param displays table<string, jouled.Display>
---@param client vim.lsp.Client
---@param bufnr integer
local function toggle_all(displays, client, bufnr)
  local shown = {}
  for name, display in pairs(displays) do
    if display.is_shown(client, bufnr) then
      shown[#shown + 1] = name
    end
  end
  local on = #shown == 0
  local names = on and (vim.b[bufnr].jouled_hidden or { "hints", "lens" }) or shown
  vim.b[bufnr].jouled_hidden = shown
  for _, name in ipairs(names) do
    displays[name].show(client, bufnr, on)
  end
end

---@param displays table<string, jouled.Display>
---@param client vim.lsp.Client
---@param bufnr integer
function M.create(displays, client, bufnr)
  local names = vim.tbl_keys(displays)
  table.sort(names)

  ---@param what string
  ---@param state string|nil "on", "off", or nil to switch
  local function switch(what, state)
    local display = displays[what]
    if not display then
      complain(("expected %s, not `%s`"):format(table.concat(names, ", "), what))
    elseif state and state ~= "on" and state ~= "off" then
      complain(("expected `on` or `off`, not `%s`"):format(state))
    else
      local on = state == "on" or (not state and not display.is_shown(client, bufnr))
      display.show(client, bufnr, on)
    end
  end

  local function command(name, run, opts)
    vim.api.nvim_buf_create_user_command(bufnr, name, run, opts)
  end

  command("Jouled", function(args)
    switch(args.fargs[1], args.fargs[2])
  end, {
    nargs = "+",
    desc = "Switch what jouled shows in this buffer",
    complete = function(lead, line)
      return completion(#vim.split(line, "%s+") > 2 and { "on", "off" } or names)(lead)
    end,
  })
  command("JouledToggle", function(args)
    if args.args == "" then
      toggle_all(displays, client, bufnr)
    else
      switch(args.args)
    end
  end, {
    nargs = "?",
    desc = "Hide or show what jouled shows in this buffer",
    complete = completion(names),
  })
  command("JouledHotspots", function(args)
    require("jouled.hotspots").list(client, args.count > 0 and args.count or nil)
  end, { count = 0, desc = "List the most expensive methods of the workspace" })
  command("JouledAdvice", function()
    require("jouled.advice").preview(client, bufnr)
  end, { desc = "Show what an edit of this line would save and change" })
  command("JouledModel", function()
    require("jouled.model").choose(client)
  end, { desc = "Choose the model and device that price Java code" })
  command("JouledProfile", function(args)
    require("jouled.profile").run(client, bufnr, args.args ~= "" and args.args or nil)
  end, {
    nargs = "?",
    desc = "Profile the test or main around the cursor, or show a running JVM live",
  })
  command("JouledClassPath", function()
    -- The server shows what it would run and asks first.
    client:request("workspace/executeCommand", {
      command = "jouled.askBuildTool",
      arguments = { vim.uri_from_bufnr(bufnr) },
    }, function(err)
      if err then
        complain(err.message)
      end
    end, bufnr)
  end, { desc = "Ask the build tool of the project for its class path" })
end

---@param bufnr integer
function M.remove(bufnr)
  for _, name in ipairs(COMMANDS) do
    pcall(vim.api.nvim_buf_del_user_command, bufnr, name)
  end
end

return M
