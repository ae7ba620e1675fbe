--- Energy of Java code in joules, shown as inlay hints, code lenses and hovers.
--- |jouled.txt| is the manual.

local commands = require("jouled.commands")
local heat = require("jouled.heat")
local hints = require("jouled.hints")
local lenses = require("jouled.lenses")
local settings = require("jouled.settings")
local status = require("jouled.status")

local M = {}

--- The settings of the server and of this plugin. Every field is optional; if a field is nil, the server's default
--- applies.
---@class jouled.Settings
---@field enable? boolean whether anything is shown at all (default true)
---@field hints? "all"|"hot"|"none"|boolean energy at the end of lines (default "hot")
---@field hintsMinimum? string the lowest energy that gets a hint, such as "5 nJ"
---@field hintsValue? "mean"|"mean±sd"|"p95" the value in a hint
---@field hintsMaxLength? integer the longest hint in characters
---@field hintsShare? boolean whether a hint also has the line's share of its method
---@field hintsHideOnCursorLine? boolean the cursor's line has no hint (default false)
---@field lens? boolean energy above each method (default true)
---@field heatMap? boolean lines coloured by their share of their method's energy (default false)
---@field profile? string the profile of the run to show, or "none" (default: the newest in .jouled)
---@field model? string a model's name, or the path of a model file
---@field device? string a device of the model, or "any"
---@field mapping? "stack"|"paper" how bytecode is mapped to priced operations
---@field assume? table<string, number> values for symbols, such as { n = 100 }
---@field javaHome? string the JDK to compile with (17 or newer)
---@field release? integer the Java release to compile for
---@field classPath? string[] jars and class folders in addition to those found in the project
---@field exclude? string[] globs of paths to exclude from the search for sources

---@class jouled.Opts: jouled.Settings
---@field cmd? string[] how to start the server (default: jouled on PATH, unless it lies in a project)

local FIELDS = {
  cmd = "table",
  enable = "boolean",
  hints = { "boolean", "string" },
  hintsMinimum = "string",
  hintsValue = "string",
  hintsMaxLength = "number",
  hintsShare = "boolean",
  hintsHideOnCursorLine = "boolean",
  lens = "boolean",
  heatMap = "boolean",
  profile = "string",
  model = "string",
  device = "string",
  mapping = "string",
  assume = "table",
  javaHome = "string",
  release = "number",
  classPath = "table",
  exclude = "table",
}

--- Configures the language server and enables it for Java buffers.
--- `vim.lsp.config` and `vim.lsp.enable` do the same without this function.
---@param opts? jouled.Opts
function M.setup(opts)
  opts = opts or {}
  for name, value in pairs(opts) do
    local expected = FIELDS[name]
    if not expected then
      error(("jouled: unknown option %q, see :help jouled-settings"):format(name), 2)
    end
    vim.validate(name, value, expected)
  end

  local wanted = vim.deepcopy(opts)
  wanted.cmd = nil
  -- An empty Lua table would reach the server as a list.
  if wanted.assume and vim.tbl_isempty(wanted.assume) then
    wanted.assume = nil
  end
  vim.lsp.config("jouled", { cmd = opts.cmd, settings = { jouled = wanted } })
  vim.lsp.enable("jouled")
end

--- The state of a buffer's server in a few characters for 'statusline'; empty without a server.
---@param bufnr? integer default: the current buffer
---@return string
function M.status(bufnr)
  return status.text(bufnr)
end

--- The same as a table, with the message for the user; nil without a server.
---@param bufnr? integer default: the current buffer
---@return jouled.ServerStatus|nil
function M.status_details(bufnr)
  return status.details(bufnr)
end

--- Requests the lenses and colours of each buffer of a client again. The old ones stay until the answer arrives.
---@param client_id integer
function M.refresh(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return
  end
  for bufnr in pairs(client.attached_buffers) do
    lenses.refresh(client, bufnr)
    heat.refresh(client, bufnr)
  end
end

---@type table<string, jouled.Display>
local DISPLAYS = {
  hints = hints,
  lens = lenses,
  heat = heat,
}

--- Sets up one buffer when the server attaches to it.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  local current = settings.of(client)
  if current.hints ~= false and current.hints ~= "none" then
    hints.enable(bufnr, true)
  end
  if current.lens ~= false then
    lenses.enable(client, bufnr, true)
  end
  if current.heatMap then
    heat.show(client, bufnr, true)
  end

  local group = vim.api.nvim_create_augroup("jouled.buffer." .. bufnr, {})
  -- The server announces new numbers. These events cover what it cannot know: that a buffer was hidden, and that Neovim
  -- dropped lenses while their own line was edited.
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave" }, {
    group = group,
    buffer = bufnr,
    desc = "Draw jouled's code lenses and colours again",
    callback = function()
      lenses.refresh(client, bufnr)
      heat.refresh(client, bufnr)
    end,
  })
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorMoved", "CursorMovedI" }, {
    group = group,
    buffer = bufnr,
    desc = "Hide the hint of the cursor's line, if a setting says so",
    callback = function()
      hints.on_cursor(client, bufnr)
    end,
  })
  if vim.api.nvim_get_current_buf() == bufnr then
    hints.on_cursor(client, bufnr)
  end
  vim.api.nvim_create_autocmd("LspDetach", {
    group = group,
    buffer = bufnr,
    desc = "Forget a buffer that jouled left",
    callback = function(event)
      if event.data.client_id ~= client.id then
        return
      end
      hints.forget(client.id, bufnr)
      lenses.forget(bufnr)
      heat.show(client, bufnr, false)
      commands.remove(bufnr)
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })

  commands.create(DISPLAYS, client, bufnr)
end

return M
