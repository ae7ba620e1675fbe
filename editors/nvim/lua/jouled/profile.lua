--- `:JouledProfile`: runs a test or `main` under `jouled profile`, or shows a running JVM live. Both run code, so the
--- user is asked first.

local M = {}

local program = require("jouled.program")

---@param message string
local function complain(message)
  vim.notify("jouled: " .. message, vim.log.levels.ERROR)
end

--- The program of the attached server.
---@param client vim.lsp.Client
---@return string|nil
local function server(client)
  local cmd = client.config.cmd
  if type(cmd) == "table" then
    return vim.fn.exepath(cmd[1])
  end
  local path, problem = program.find({ client.root_dir })
  if not path then
    complain(problem or "no program jouled")
  end
  return path
end

--- Tells the server that profiles in a folder may have changed: Neovim does not watch files on every system.
---@param client vim.lsp.Client
---@param folder string
local function tell(client, folder)
  if client:is_stopped() then
    return
  end
  local uri = vim.uri_from_fname(vim.fs.joinpath(folder, ".jouled", "run.jouled"))
  client:notify("workspace/didChangeWatchedFiles", { changes = { { uri = uri, type = 2 } } })
end

--- Runs a command in a terminal below, where the user sees its output.
---@param client vim.lsp.Client
---@param command string[]
---@param folder string
local function execute(client, command, folder)
  local window = vim.api.nvim_get_current_win()
  vim.cmd("botright 12new")
  vim.fn.jobstart(command, {
    term = true,
    cwd = folder,
    on_exit = function()
      tell(client, client.root_dir or folder)
    end,
  })
  vim.api.nvim_set_current_win(window)
end

--- Whether the user agrees to run a command.
---@param question string
---@param command string[]
---@param folder string
---@return boolean
local function agrees(question, command, folder)
  local words = vim.tbl_map(vim.fn.shellescape, command)
  local text = ("%s\n\n%s\n\nin %s"):format(question, table.concat(words, " "), folder)
  return vim.fn.confirm(text, "&Run it\n&Cancel", 2) == 1
end

---@param client vim.lsp.Client
---@param path string
---@param launch jouled.Launch
local function profile(client, path, launch)
  if launch.problem then
    return complain(launch.problem)
  end
  local command = vim.list_extend({ path }, launch.arguments)
  local question = ("Run %s under jouled profile? It runs twice: to measure its energy and to count its code."):format(
    launch.name
  )
  if agrees(question, command, launch.folder) then
    execute(client, command, launch.folder)
  end
end

--- The innermost launch around a line; if there is none, the user chooses one.
---@param launches jouled.Launch[]
---@param line integer counted from 0
---@param use fun(launch: jouled.Launch)
local function choose(launches, line, use)
  local around ---@type jouled.Launch|nil
  for _, launch in ipairs(launches) do
    if launch.line <= line and line <= launch.endLine then
      around = launch
    end
  end
  if around then
    return use(around)
  end
  if #launches == 0 then
    return vim.notify("jouled: this file has no test and no main to profile")
  end
  vim.ui.select(launches, {
    prompt = "Profile a test or main",
    format_item = function(launch)
      return launch.name
    end,
  }, function(launch)
    if launch then
      use(launch)
    end
  end)
end

--- Shows a running JVM live, until the user closes the terminal.
---@param client vim.lsp.Client
---@param path string
---@param pid string
local function live(client, path, pid)
  if not pid:match("^%d+$") then
    return complain(("expected the number of a process, not `%s`"):format(pid))
  end
  local folder = client.root_dir
  if not folder then
    return complain("open a file in the folder of the program that runs")
  end
  local file = vim.fs.joinpath(folder, ".jouled", "live.jouled")
  local command = { path, "top", pid, "--batch", "--every", "2s", "--out", file }
  if agrees("Show the JVM " .. pid .. " live? jouled loads an agent into it.", command, folder) then
    execute(client, command, folder)
  end
end

--- Profiles the test or `main` around the cursor, or shows the JVM with this process id live.
---@param client vim.lsp.Client
---@param bufnr integer
---@param pid string|nil
function M.run(client, bufnr, pid)
  local path = server(client)
  if not path or path == "" then
    return
  end
  if pid then
    return live(client, path, pid)
  end
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  client:request("jouled/launches", params, function(err, launches)
    if err then
      return complain(err.message)
    end
    choose(launches or {}, line, function(launch)
      profile(client, path, launch)
    end)
  end, bufnr)
end

return M
