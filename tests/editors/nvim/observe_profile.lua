--- Runs in headless Neovim: opens a file of a project with a profile, and uses `:JouledProfile`. The tests that
--- start it decide what is right.
---
--- Environment: as observe.lua; JAVA_FILE is in a folder with a `.git`.

local PATIENCE_MS = 90000

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("filetype plugin indent on")
vim.cmd("runtime! plugin/jouled.lua")
vim.o.swapfile = false

local options = vim.json.decode(vim.env.OPTIONS)
options.cmd = { vim.env.JOULED_BIN, "lsp" }
require("jouled").setup(vim.tbl_extend("keep", options, { heatMap = true }))

local observed = { asked = {}, started = {} }

---@param condition fun(): boolean
---@return boolean met
local function wait(condition)
  return vim.wait(PATIENCE_MS, function()
    vim.cmd("redraw!")
    return condition()
  end, 50)
end

--- The text of the lens of a method, once it has a part.
---@param line integer from 1
---@param part string
local function lens(line, part)
  local found
  wait(function()
    for _, one in ipairs(vim.lsp.codelens.get(0)) do
      if one.range.start.line == line - 1 and one.command then
        found = one.command.title
      end
    end
    return found ~= nil and found:find(part, 1, true) ~= nil
  end)
  return found
end

local function observe()
  vim.cmd.edit(vim.env.JAVA_FILE)
  local bufnr = vim.api.nvim_get_current_buf()
  wait(function()
    return #vim.lsp.get_clients({ bufnr = 0, name = "jouled" }) > 0
  end)
  local heavy = vim.fn.search("heavy(int", "nw")
  observed.lens = lens(heavy, "measured")
  local hints = {}
  wait(function()
    for _, found in ipairs(vim.lsp.inlay_hint.get({ bufnr = bufnr })) do
      local label = found.inlay_hint.label
      hints[tostring(found.inlay_hint.position.line)] = type(label) == "string" and label or label[1].value
    end
    return next(hints) ~= nil
  end)
  observed.hints = hints
  local namespace = vim.api.nvim_create_namespace("jouled.heat")
  local function colours()
    local lines = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })) do
      lines[tostring(mark[2])] = mark[4].line_hl_group
    end
    return lines
  end
  wait(function()
    return next(colours()) ~= nil
  end)
  observed.colours = colours()

  -- Nothing runs before the user agrees.
  local answers = { 2, 1, 1 }
  vim.fn.confirm = function(text)
    table.insert(observed.asked, text)
    return table.remove(answers, 1)
  end
  vim.fn.jobstart = function(command, job)
    table.insert(observed.started, { command = command, folder = job.cwd, is_terminal = job.term })
    job.on_exit()
    return 1
  end
  vim.fn.search("void main")
  for _, words in ipairs({ "JouledProfile", "JouledProfile", "JouledProfile 4711" }) do
    local before = #observed.asked
    vim.cmd(words)
    wait(function()
      return #observed.asked > before
    end)
    observed["started_after_" .. #observed.asked] = #observed.started
  end
  local complaint
  vim.notify = function(message)
    complaint = message
  end
  vim.cmd("JouledProfile nonsense")
  observed.complaint = complaint

  -- The next profile of the project is shown without a watcher.
  vim.uv.fs_rename(vim.env.JAVA_FILE .. ".next", vim.fs.dirname(vim.env.JAVA_FILE) .. "/.jouled/run-2.jouled")
  observed.next_lens = lens(heavy, "20 µJ")
end

local ok, failure = xpcall(observe, debug.traceback)
if not ok then
  observed.failure = failure
end
vim.fn.writefile({ vim.json.encode(observed) }, vim.env.OBSERVED)
vim.cmd("qall!")
