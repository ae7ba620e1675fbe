--- Runs in headless Neovim: opens a file with the plugin, moves the cursor and switches hints and lenses, and
--- notes what a user would see after each, as JSON. The tests that start it decide what is right.
---
--- Environment: as observe.lua; JAVA_FILE is in a folder with a `.git`.

local PATIENCE_MS = 90000

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local options = vim.json.decode(vim.env.OPTIONS)
options.cmd = { vim.env.JOULED_BIN, "lsp" }
require("jouled").setup(options)

local observed = {}

--- Notes what is drawn, once it is as expected or the time is up.
---@param name string
---@param is_expected fun(seen: { hints: integer[], lenses: integer[] }): boolean
local function note(name, is_expected)
  local function lines(pattern)
    local found = {}
    for namespace_name, namespace in pairs(vim.api.nvim_get_namespaces()) do
      if namespace_name:find(pattern) then
        local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
        for _, mark in ipairs(marks) do
          if mark[4].virt_text or mark[4].virt_lines then
            found[#found + 1] = mark[2] + 1
          end
        end
      end
    end
    table.sort(found)
    return found
  end
  local function look()
    vim.cmd("redraw!")
    return { hints = lines("inlayhint"), lenses = lines("codelens") }
  end
  vim.wait(PATIENCE_MS, function()
    return is_expected(look())
  end, 50)
  observed[name] = look()
end

---@param line integer
---@return fun(seen: { hints: integer[] }): boolean
local function hint_at(line, is_wanted)
  return function(seen)
    return #seen.hints > 0 and vim.list_contains(seen.hints, line) == is_wanted
  end
end

---@param hints boolean
---@param lenses boolean
local function shown(hints, lenses)
  return function(seen)
    return (#seen.hints > 0) == hints and (#seen.lenses > 0) == lenses
  end
end

local function observe()
  vim.cmd.edit(vim.env.JAVA_FILE)
  vim.wait(PATIENCE_MS, function()
    return require("jouled").status() == "⚡"
  end, 50)
  local function to(text)
    vim.fn.search([[\V]] .. text)
    -- Without a user's key loop, Neovim does not report that the cursor moved.
    vim.cmd("doautocmd CursorMoved")
    return vim.fn.line(".")
  end

  if options.hintsHideOnCursorLine ~= nil then
    local is_shown = not options.hintsHideOnCursorLine
    observed.addition = to("f3 = f2 + f1")
    note("on_addition", hint_at(observed.addition, is_shown))
    observed.zero = to("long f3 = 0")
    note("on_zero", hint_at(observed.zero, is_shown))
    vim.api.nvim_buf_set_lines(0, 0, 0, false, { "// one more line" })
    observed.moved = to("f3 = f2 + f1")
    note("on_moved", hint_at(observed.moved, is_shown))
    return
  end

  -- Lines without a hint have hovers.
  local has_numbers = vim.wait(PATIENCE_MS, function()
    local client = vim.lsp.get_clients({ bufnr = 0, name = "jouled" })[1]
    local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
    local answer = client and client:request_sync("jouled/lines", params, 5000, 0)
    return answer ~= nil and answer.result ~= nil and #answer.result > 0
  end, 50)
  assert(has_numbers, "no numbers")
  note("at_first", shown(false, false))
  vim.cmd("JouledToggle hints")
  note("after_hints", shown(true, false))
  vim.cmd("JouledToggle lens")
  note("after_lens", shown(true, true))
  vim.cmd("JouledToggle")
  note("after_all", shown(false, false))
  vim.cmd("JouledToggle")
  note("after_all_again", shown(true, true))
  vim.cmd("Jouled hints off")
  note("after_hints_off", shown(false, true))
  vim.cmd("Jouled hints on")
  note("after_hints_on", shown(true, true))
end

local ok, failure = xpcall(observe, debug.traceback)
observed.failure = not ok and failure or nil
vim.fn.writefile({ vim.json.encode(observed) }, vim.env.OBSERVED)
os.exit(ok and 0 or 1)
