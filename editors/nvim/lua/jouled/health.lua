--- `:checkhealth jouled`

local M = {}

local program = require("jouled.program")

local health = vim.health

---@param cmd string[]
---@return string|nil output the first line of the command's output; nil if it failed
local function first_line(cmd)
  local started, process = pcall(vim.system, cmd, { text = true, timeout = 10000 })
  if not started then
    return nil
  end
  local result = process:wait()
  if result.code ~= 0 then
    return nil
  end
  local output = (result.stdout or "") .. (result.stderr or "")
  return vim.split(output, "\n", { trimempty = true })[1]
end

local function check_neovim()
  local version = tostring(vim.version())
  if vim.fn.has("nvim-0.11") == 1 then
    health.ok("Neovim " .. version)
  else
    health.error("Neovim " .. version .. " is too old", "Install Neovim 0.11 or newer.")
  end
end

--- The folders of the open projects. Without a server, only the files in the buffers show which these are.
---@param config vim.lsp.Config
---@return string[]
local function opened(config)
  local roots = {} ---@type string[]
  for _, client in ipairs(vim.lsp.get_clients({ name = "jouled" })) do
    roots[#roots + 1] = client.root_dir
  end
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.tbl_contains(config.filetypes or {}, vim.bo[bufnr].filetype) then
      for _, markers in ipairs(config.root_markers or {}) do
        roots[#roots + 1] = vim.fs.root(bufnr, markers)
      end
    end
  end
  return roots
end

---@param config vim.lsp.Config
local function check_server(config)
  local cmd = config.cmd
  local path, problem ---@type string|nil, string|nil
  if type(cmd) == "table" then
    path = vim.fn.exepath(cmd[1])
    if path == "" then
      return health.error(("`%s` is not executable"):format(cmd[1]), {
        "Put jouled on PATH, or set its path:",
        'require("jouled").setup({ cmd = { "/path/to/jouled", "lsp" } })',
      })
    end
    local project = program.project_of(path, opened(config))
    if project then
      return health.warn(("%s lies in the project %s"):format(path, project), {
        "It is not run here. Set `cmd` to a program that no project can change.",
      })
    end
  elseif cmd == program.start then
    path, problem = program.find(opened(config))
    if not path then
      return health.error(problem)
    end
  else
    return health.info("The server is started by a function of your configuration.")
  end
  local version = first_line({ path, "--version" })
  if version then
    health.ok(("%s at %s"):format(version, path))
  else
    health.error(("`%s --version` failed"):format(path), "Run it in a terminal to see why.")
  end
end

--- The version in the file `release` of a JDK. Nothing of a JDK is run here: it may belong to a project.
---@param home string
---@return string|nil
local function jdk_version(home)
  local path = vim.fs.joinpath(home, "release")
  local is_file = vim.tbl_get(vim.uv.fs_stat(path) or {}, "type") == "file"
  local file = is_file and io.open(path, "r") or nil
  local text = file and file:read(65536)
  if file then
    file:close()
  end
  return text and ("\n" .. text):match('\nJAVA_VERSION="([^"\r\n]+)"')
end

---@param settings jouled.Settings
---@return string|nil
local function jdk_home(settings)
  local home = settings.javaHome or vim.env.JAVA_HOME
  if home and home ~= "" then
    return home
  end
  local javac = vim.fn.exepath("javac")
  local real = javac ~= "" and vim.uv.fs_realpath(javac)
  return real and vim.fs.dirname(vim.fs.dirname(real)) or nil
end

---@param settings jouled.Settings
local function check_jdk(settings)
  local home = jdk_home(settings)
  local version = home and jdk_version(home)
  local major = version and tonumber(version:match("^%d+"))
  if major and major >= 17 then
    health.ok(("JDK %s at %s"):format(version, home))
  else
    local found = version and ("JDK %s at %s is too old"):format(version, home)
    health.warn(found or "No JDK in the setting javaHome, JAVA_HOME or PATH", {
      "jouled also looks in the usual places of the system.",
      "If it finds none, install a JDK 17 or newer, or set javaHome.",
    })
  end
end

---@param settings jouled.Settings
local function check_colours(settings)
  if settings.heatMap and not vim.o.termguicolors then
    health.info("The heat map has few colours to choose from: 'termguicolors' is off.")
  end
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = "jouled" })
  if #clients == 0 then
    health.info(
      'No server is running. Open a Java file; `vim.lsp.enable("jouled")` must have been called.'
    )
  end
  for _, client in ipairs(clients) do
    health.ok(
      ("Client %d is attached to %d buffer(s), root %s"):format(
        client.id,
        vim.tbl_count(client.attached_buffers),
        client.root_dir or "none (single file)"
      )
    )
    local buffer = next(client.attached_buffers)
    local status = buffer and require("jouled").status_details(buffer)
    if status then
      local message = status.message and (" (%s)"):format(status.message) or ""
      local report = status.health == "ok" and health.info or health.warn
      report(("the server says: %s%s"):format(status.state, message))
    end
  end
end

function M.check()
  health.start("jouled")
  check_neovim()
  local config = vim.lsp.config["jouled"]
  if not config then
    return health.error("lsp/jouled.lua is not on 'runtimepath'", "Add editors/nvim to it.")
  end
  check_server(config)
  local settings = vim.tbl_get(config, "settings", "jouled") or {}
  check_jdk(settings)
  check_colours(settings)
  check_clients()
end

return M
