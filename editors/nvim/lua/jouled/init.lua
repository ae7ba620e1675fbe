--- Energy of Java code in joules, shown as inlay hints, code lenses and hovers.
--- |jouled.txt| is the manual.

local commands = require("jouled.commands")
local heat = require("jouled.heat")
local status = require("jouled.status")

local M = {}

--- What the server and this plugin are told. Every field is optional; the server's default stands where
--- one is nil.
---@class jouled.Settings
---@field enable? boolean whether anything is shown at all (default true)
---@field hints? "all"|"hot"|"none"|boolean energy at the end of lines (default "all")
---@field hintsMinimum? string the least energy that has a hint, such as "5 nJ"
---@field hintsValue? "mean"|"mean±sd"|"p95" what a hint says
---@field hintsMaxLength? integer the longest hint in characters
---@field lens? boolean energy above each method (default true)
---@field heatMap? boolean lines coloured by their share of their method's energy (default false)
---@field model? string a model's name, or the path of a model file
---@field device? string a device of the model, or "any"
---@field mapping? "stack"|"paper" how bytecode becomes priced operations
---@field assume? table<string, number> values for symbols, such as { n = 100 }
---@field javaHome? string the JDK to compile with (17 or newer)
---@field release? integer the Java release that is compiled for
---@field classPath? string[] jars and class folders beside those found in the project
---@field exclude? string[] globs of paths that are not searched for sources

---@class jouled.Opts: jouled.Settings
---@field cmd? string[] how to start the server (default { "jouled", "lsp" })

local FIELDS = {
  cmd = "table",
  enable = "boolean",
  hints = { "boolean", "string" },
  hintsMinimum = "string",
  hintsValue = "string",
  hintsMaxLength = "number",
  lens = "boolean",
  heatMap = "boolean",
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

  local settings = vim.deepcopy(opts)
  settings.cmd = nil
  -- An empty Lua table would reach the server as a list.
  if settings.assume and vim.tbl_isempty(settings.assume) then
    settings.assume = nil
  end
  vim.lsp.config("jouled", { cmd = opts.cmd, settings = { jouled = settings } })
  vim.lsp.enable("jouled")
end

--- How the server of a buffer does, in a few characters for 'statusline'; empty where no server is.
---@param bufnr? integer default: the current buffer
---@return string
function M.status(bufnr)
  return status.text(bufnr)
end

--- The same as the server said it, with the message for the user; nil where no server is.
---@param bufnr? integer default: the current buffer
---@return jouled.ServerStatus|nil
function M.status_details(bufnr)
  return status.details(bufnr)
end

--- The settings a running client was started with.
---@param client vim.lsp.Client
---@return jouled.Settings
function M.settings(client)
  return vim.tbl_get(client.settings, "jouled") or {}
end

---@param client vim.lsp.Client
---@param bufnr integer
local function request_lenses(client, bufnr)
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  -- vim.lsp.codelens.refresh() would ask every other client of the buffer too.
  client:request("textDocument/codeLens", params, vim.lsp.codelens.on_codelens, bufnr)
end

--- Buffers whose lenses are shown.
---@type table<integer, true>
local lens_buffers = {}

--- Asks for the lenses and colours of each buffer of a client again. The old ones stay until the answer is
--- here.
---@param client_id integer
function M.refresh(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return
  end
  for bufnr in pairs(client.attached_buffers) do
    if lens_buffers[bufnr] then
      request_lenses(client, bufnr)
    end
    heat.refresh(client, bufnr)
  end
end

--- The hints that each client last gave for each buffer.
---@type table<integer, table<integer, lsp.InlayHint[]>>
local last_hints = {}

--- Takes hints over and has their lines drawn.
---
--- Neovim 0.11 draws a line once for each version of its buffer. Numbers that arrive later for the same
--- version, as those of a line that was just typed do, would stay hidden if anything was drawn in between.
---@type lsp.Handler
function M.on_hints(err, result, ctx)
  vim.lsp.handlers["textDocument/inlayHint"](err, result, ctx)
  local of_buffer = vim.tbl_get(last_hints, ctx.client_id, ctx.bufnr)
  if err or not result or vim.deep_equal(of_buffer, result) then
    return
  end
  last_hints[ctx.client_id] = last_hints[ctx.client_id] or {}
  last_hints[ctx.client_id][ctx.bufnr] = vim.deepcopy(result)
  -- This forgets what was drawn and asks once more; the answer is the same and ends here.
  vim.lsp.handlers["workspace/inlayHint/refresh"](nil, nil, ctx)
end

--- Shows or hides the inlay hints of a buffer.
---@param bufnr integer
---@param on boolean
function M.show_hints(bufnr, on)
  vim.lsp.inlay_hint.enable(on, { bufnr = bufnr })
end

--- Shows or hides the code lenses of a buffer.
---@param client vim.lsp.Client
---@param bufnr integer
---@param on boolean
function M.show_lenses(client, bufnr, on)
  lens_buffers[bufnr] = on or nil
  if on then
    request_lenses(client, bufnr)
  else
    vim.lsp.codelens.clear(client.id, bufnr)
  end
end

---@type table<string, jouled.Display>
local DISPLAYS = {
  hints = {
    is_shown = function(_, bufnr)
      return vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr })
    end,
    show = function(_, bufnr, on)
      M.show_hints(bufnr, on)
    end,
  },
  lens = {
    is_shown = function(_, bufnr)
      return lens_buffers[bufnr] ~= nil
    end,
    show = function(client, bufnr, on)
      M.show_lenses(client, bufnr, on)
    end,
  },
  heat = {
    is_shown = function(_, bufnr)
      return heat.is_shown(bufnr)
    end,
    show = heat.show,
  },
}

--- Sets up one buffer; called when the server attaches to it.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  local settings = M.settings(client)
  if settings.hints ~= false and settings.hints ~= "none" then
    M.show_hints(bufnr, true)
  end
  if settings.lens ~= false then
    M.show_lenses(client, bufnr, true)
  end
  if settings.heatMap then
    heat.show(client, bufnr, true)
  end

  local group = vim.api.nvim_create_augroup("jouled.buffer." .. bufnr, {})
  -- The server says when numbers changed. These events cover what it cannot know of: a buffer that was
  -- hidden, and lenses that Neovim dropped while their own line was being edited.
  vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave" }, {
    group = group,
    buffer = bufnr,
    desc = "Draw jouled's code lenses and colours again",
    callback = function()
      if lens_buffers[bufnr] then
        request_lenses(client, bufnr)
      end
      heat.refresh(client, bufnr)
    end,
  })
  vim.api.nvim_create_autocmd("LspDetach", {
    group = group,
    buffer = bufnr,
    desc = "Forget a buffer that jouled left",
    callback = function(event)
      if event.data.client_id ~= client.id then
        return
      end
      lens_buffers[bufnr] = nil
      last_hints[client.id] = nil
      heat.show(client, bufnr, false)
      commands.remove(bufnr)
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })

  commands.create(DISPLAYS, client, bufnr)
end

return M
