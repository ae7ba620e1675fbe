--- Runs in headless Neovim: opens a Java file with the plugin, notes what a user would see at several points
--- and writes it as JSON. The tests that start it decide what is right.
---
--- Environment: PLUGIN the plugin's folder, JOULED_BIN the server, JAVA_FILE the file, OPTIONS the options of
--- setup() as JSON, OBSERVED the file to write.

local PATIENCE_MS = 90000

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local options = vim.json.decode(vim.env.OPTIONS)
options.cmd = { vim.env.JOULED_BIN, "lsp" }
-- The lines of the tests are too small to be hot.
require("jouled").setup(vim.tbl_extend("keep", options, { hints = "all" }))

local observed = {}

--- Waits until a condition holds; headless Neovim draws hints only on request.
---@param condition fun(): boolean
---@return boolean met
local function wait(condition)
  return vim.wait(PATIENCE_MS, function()
    vim.cmd("redraw!")
    return condition()
  end, 50)
end

--- The texts drawn into the buffer, by line from 1.
---@param pattern string what the namespace is called
---@return table<string, string>
local function drawn(pattern)
  local texts = {}
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find(pattern) then
      local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
      for _, mark in ipairs(marks) do
        local text = ""
        -- A lens has its own line above that of its method.
        for _, chunk in ipairs(mark[4].virt_text or (mark[4].virt_lines or { {} })[1]) do
          text = text .. chunk[1]
        end
        text = vim.trim(text)
        local line = tostring(mark[2] + 1)
        texts[line] = (texts[line] or "") .. text
        observed.columns = observed.columns or {}
        if pattern == "inlayhint" then
          observed.columns[line] = mark[3]
        end
      end
    end
  end
  return texts
end

local function hints()
  return drawn("inlayhint")
end

local function lenses()
  return drawn("codelens")
end

---@param texts table<string, string>
---@return boolean
local function any(texts)
  return next(texts) ~= nil
end

--- Whether lenses are up to date: until then they say so, or show the old numbers with a mark.
---@param texts table<string, string>
---@return boolean
local function final(texts)
  local all = table.concat(vim.tbl_values(texts))
  return all ~= "" and not all:find("…", 1, true)
end

local function hover_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      local buffer = vim.api.nvim_win_get_buf(window)
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
    end
  end
  return nil
end

local function observe()
  vim.cmd.edit(vim.env.JAVA_FILE)
  observed.attached = wait(function()
    return #vim.lsp.get_clients({ bufnr = 0, name = "jouled" }) > 0
  end)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = "jouled" })[1]
  if not client then
    return
  end

  -- The server is done when it has an answer for a line; hints and lenses may be switched off.
  vim.fn.search([[\Vf3 = f2 + f1]])
  observed.addition = tostring(vim.fn.line("."))
  wait(function()
    local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
    local answer = client:request_sync("textDocument/hover", params, 1000, bufnr)
    return answer ~= nil and answer.result ~= nil and answer.result ~= vim.NIL
  end)
  if options.hints ~= false then
    wait(function()
      return any(hints())
    end)
  end
  if options.lens ~= false then
    wait(function()
      return final(lenses())
    end)
  end
  observed.hints = hints()
  observed.lenses = lenses()

  vim.lsp.buf.hover()
  wait(function()
    return hover_text() ~= nil
  end)
  observed.hover = hover_text()
  vim.cmd("fclose!")

  observed.enabled = vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr })
  observed.enabled_elsewhere =
    vim.lsp.inlay_hint.is_enabled({ bufnr = vim.api.nvim_create_buf(true, false) })

  -- An edit like a user's, not saved.
  local before = hints()[observed.addition]
  vim.cmd([[substitute/ + f1//]])
  observed.edited_line = vim.api.nvim_get_current_line()
  if options.hints ~= false then
    wait(function()
      local now = hints()[observed.addition]
      return now ~= nil and now ~= before
    end)
  end
  observed.hints_after_edit = hints()
  observed.modified = vim.bo.modified
  wait(function()
    local now = lenses()
    return options.lens == false or (final(now) and not vim.deep_equal(now, observed.lenses))
  end)
  observed.lenses_after_edit = lenses()

  vim.cmd("Jouled hints off")
  vim.cmd("Jouled lens off")
  vim.cmd("redraw!")
  observed.hints_after_off = hints()
  observed.lenses_after_off = lenses()
  vim.cmd("Jouled hints")
  vim.cmd("Jouled lens")
  if options.hints ~= false then
    wait(function()
      return any(hints())
    end)
  end
  if options.lens ~= false then
    wait(function()
      return final(lenses())
    end)
  end
  observed.hints_after_on = hints()
  observed.lenses_after_on = lenses()

  vim.cmd("checkhealth jouled")
  observed.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")

  client:stop()
  observed.stopped = wait(function()
    return client:is_stopped()
  end)
  observed.command_removed = wait(function()
    return vim.api.nvim_buf_get_commands(bufnr, {}).Jouled == nil
  end)
end

local ok, failure = xpcall(observe, debug.traceback)
observed.failure = not ok and failure or nil
-- Empty tables are objects here, never lists.
for key, value in pairs(observed) do
  if type(value) == "table" and vim.tbl_isempty(value) then
    observed[key] = vim.empty_dict()
  end
end
vim.fn.writefile({ vim.json.encode(observed) }, vim.env.OBSERVED)
os.exit(ok and 0 or 1)
