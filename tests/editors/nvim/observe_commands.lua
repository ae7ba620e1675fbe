--- Runs in headless Neovim: opens a file of a workspace with the plugin, uses its commands and notes what a user
--- would see after each, as JSON. The tests that start it decide what is right.
---
--- Environment: as observe.lua; JAVA_FILE is in a folder with a `.git`.

local PATIENCE_MS = 90000

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local options = vim.json.decode(vim.env.OPTIONS)
options.cmd = { vim.env.JOULED_BIN, "lsp" }
-- The lines of the tests are too small to be hot.
require("jouled").setup(vim.tbl_extend("keep", options, { hints = "all" }))

local observed = { states = {} }

vim.api.nvim_create_autocmd("User", {
  pattern = "JouledStatus",
  callback = function(event)
    table.insert(observed.states, event.data.state)
  end,
})

---@param condition fun(): boolean
---@return boolean met
local function wait(condition)
  return vim.wait(PATIENCE_MS, function()
    vim.cmd("redraw!")
    return condition()
  end, 50)
end

--- The lines with a coloured background, by number from 1: the highlight group and its colour.
local function heat()
  local lines = {}
  local namespace = vim.api.nvim_create_namespace("jouled.heat")
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
    local group = mark[4].line_hl_group
    if group and not mark[4].invalid then
      local background = vim.api.nvim_get_hl(0, { name = group }).bg
      lines[tostring(mark[2] + 1)] = { group = group, background = background }
    end
  end
  return next(lines) and lines or vim.empty_dict()
end

---@param pattern string what the namespace is called
local function is_drawn(pattern)
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find(pattern) then
      local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
      for _, mark in ipairs(marks) do
        if mark[4].virt_text or mark[4].virt_lines then
          return true
        end
      end
    end
  end
  return false
end

local function shown()
  vim.cmd("redraw!")
  return {
    hints = is_drawn("inlayhint"),
    lens = is_drawn("codelens"),
    heat = next(heat()) ~= nil,
  }
end

--- Waits until the file's method has its lens text, and returns it.
---@param is_expected fun(title: string): boolean
local function title(is_expected)
  local found
  wait(function()
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      if lens.command and is_expected(lens.command.title) then
        found = lens.command.title
        return true
      end
    end
    return false
  end)
  return found
end

local function observe()
  observed.status_without_server = require("jouled").status()
  vim.cmd.edit(vim.env.JAVA_FILE)
  local bufnr = vim.api.nvim_get_current_buf()
  observed.attached = wait(function()
    return #vim.lsp.get_clients({ bufnr = 0, name = "jouled" }) > 0
  end)
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = "jouled" })[1]

  local first = title(function(text)
    return text:find("≈", 1, true) ~= nil and not text:find("…", 1, true)
  end)
  observed.title = first
  observed.is_fresh = wait(function()
    return require("jouled").status(bufnr) == "⚡"
  end)
  if options.heatMap then
    wait(function()
      return next(heat()) ~= nil
    end)
  end
  observed.heat = heat()

  -- Switch everything off and on again. Lenses may have their numbers before the hints are requested.
  wait(function()
    local now = shown()
    return now.hints and now.lens
  end)
  observed.shown = shown()
  vim.cmd("JouledToggle")
  observed.after_toggle = shown()
  vim.cmd("JouledToggle")
  wait(function()
    return vim.deep_equal(shown(), observed.shown)
  end)
  observed.after_second_toggle = shown()
  vim.cmd("JouledToggle heat")
  wait(function()
    return (next(heat()) ~= nil) ~= observed.shown.heat
  end)
  observed.after_heat_toggle = shown()
  vim.cmd("Jouled heat on")
  wait(function()
    return next(heat()) ~= nil
  end)

  -- The colours follow the text and its numbers.
  local before = heat()
  vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, { "// one more line" })
  observed.heat_moved = heat()
  wait(function()
    return require("jouled").status(bufnr) == "⚡"
  end)
  vim.fn.search([[\Vlong f3 = 0]])
  observed.changed_line = tostring(vim.fn.line("."))
  vim.cmd([[substitute/0/f1 * f2 * f1/]])
  wait(function()
    local now = heat()[observed.changed_line]
    local then_ = before[tostring(tonumber(observed.changed_line) - 1)]
    return now ~= nil and then_ ~= nil and now.group ~= then_.group
  end)
  observed.heat_after_edit = heat()
  vim.cmd("undo")
  vim.cmd("undo")
  wait(function()
    return vim.deep_equal(heat(), before)
  end)
  observed.heat_after_undo = heat()

  -- The most expensive methods of the workspace, including closed files.
  wait(function()
    local answer = client:request_sync("jouled/hotspots", { limit = 10 }, 5000, bufnr)
    local found = answer and answer.result or {}
    -- The ranking of the text before the undo has another line.
    return #found == 3 and found[2].range.start.line == 3
  end)
  vim.cmd("JouledHotspots")
  wait(function()
    return vim.bo.buftype == "quickfix"
  end)
  local list = vim.fn.getqflist({ all = true })
  observed.quickfix_title = list.title
  observed.quickfix = vim.tbl_map(function(item)
    return {
      file = vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr)),
      line = item.lnum,
      text = item.text,
    }
  end, list.items)
  vim.cmd("cclose")
  vim.fn.setqflist({})
  vim.cmd("2JouledHotspots")
  wait(function()
    return vim.bo.buftype == "quickfix"
  end)
  observed.quickfix_limited = #vim.fn.getqflist()
  vim.cmd("cclose")

  -- Another device.
  vim.ui.select = function(items, opts, on_choice)
    local offered = vim.tbl_map(opts.format_item, items)
    observed.choices = observed.choices or offered
    observed.choices_then = offered
    for _, item in ipairs(items) do
      if item.device == "device_1" then
        return on_choice(item)
      end
    end
    on_choice(nil)
  end
  vim.cmd("JouledModel")
  observed.title_of_device_1 = title(function(text)
    return (text ~= first or options.device ~= nil) and text:find(" · worst ", 1, true) ~= nil
  end)
  observed.choices_then = nil
  vim.cmd("JouledModel")
  wait(function()
    return observed.choices_then ~= nil
  end)

  -- An unknown word.
  local notify = vim.notify
  vim.notify = function(message)
    observed.complaint = message
  end
  vim.cmd("JouledToggle colours")
  vim.notify = notify

  -- Code that does not compile.
  vim.fn.search([[\Vreturn f3]])
  vim.cmd([[substitute/f3/nowhere/]])
  observed.is_stale = wait(function()
    return require("jouled").status(bufnr) == "⚡ …"
  end)
  vim.cmd("checkhealth jouled")
  observed.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")

  client:stop()
  observed.commands_removed = wait(function()
    return next(vim.api.nvim_buf_get_commands(bufnr, {})) == nil
  end)
  observed.status_at_the_end = require("jouled").status(bufnr)
  vim.api.nvim_set_current_buf(bufnr)
  observed.heat_at_the_end = heat()
end

local ok, failure = xpcall(observe, debug.traceback)
observed.failure = not ok and failure or nil
vim.fn.writefile({ vim.json.encode(observed) }, vim.env.OBSERVED)
os.exit(ok and 0 or 1)
