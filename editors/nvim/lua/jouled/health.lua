--- `:checkhealth jouled`

local M = {}

local health = vim.health

---@param cmd string[]
---@return string|nil output first line of what the command wrote, nil when it failed
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

---@param config vim.lsp.Config
local function check_server(config)
  local cmd = config.cmd
  if type(cmd) ~= "table" then
    return health.info("The server is started by a function of your configuration.")
  end
  local path = vim.fn.exepath(cmd[1])
  if path == "" then
    return health.error(("`%s` is not executable"):format(cmd[1]), {
      "Put jouled on PATH, or give its place:",
      'require("jouled").setup({ cmd = { "/path/to/jouled", "lsp" } })',
    })
  end
  local version = first_line({ path, "--version" })
  if version then
    health.ok(("%s at %s"):format(version, path))
  else
    health.error(("`%s --version` failed"):format(path), "Run it in a terminal to see why.")
  end
end

---@param settings jouled.Settings
local function check_jdk(settings)
  local home = settings.javaHome or vim.env.JAVA_HOME
  local javac = home and vim.fs.joinpath(home, "bin", "javac") or vim.fn.exepath("javac")
  local version = javac ~= "" and first_line({ javac, "-version" }) or nil
  local major = version and tonumber(version:match("javac (%d+)"))
  if major and major >= 17 then
    health.ok(("%s at %s"):format(version, javac))
  else
    local found = version and ("%s at %s is too old"):format(version, javac)
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
