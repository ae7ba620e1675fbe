--- The program `jouled`: finds it and starts the server.

local M = {}

local NAME = "jouled"
local IS_WINDOWS = vim.fn.has("win32") == 1
local ADVICE = 'Name one elsewhere: require("jouled").setup({ cmd = { "/path/to/jouled", "lsp" } })'

---@param path string
---@return string
local function plain(path)
  path = vim.fs.normalize(path, { expand_env = false })
  return IS_WINDOWS and path:lower() or path
end

---@param path string
---@return string[] the path itself, and the path after all links
local function names(path)
  local real = vim.uv.fs_realpath(path)
  return { plain(path), real and plain(real) }
end

---@param path string
---@param folder string
---@return boolean whether the path lies in the folder or is the folder
local function lies_in(path, folder)
  return path == folder or vim.startswith(path, (folder:gsub("/$", "")) .. "/")
end

---@param path string
---@return boolean
local function is_absolute(path)
  if IS_WINDOWS then
    return path:match("^%a:[/\\]") ~= nil or path:match("^[/\\][/\\]") ~= nil
  end
  return vim.startswith(path, "/")
end

--- The folders from which no program is run: the given ones, and the current directory unless it contains the user's
--- home, which no project does.
---@param opened string[]
---@return string[]
local function folders(opened)
  local all = vim.iter(opened):map(names):flatten():totable()
  local home = vim.uv.os_homedir()
  for _, current in ipairs({ vim.uv.cwd(), vim.fn.getcwd() }) do
    for _, name in ipairs(names(current)) do
      local holds_home = home
        and vim.iter(names(home)):any(function(place)
          return lies_in(place, name)
        end)
      if not holds_home then
        all[#all + 1] = name
      end
    end
  end
  return all
end

--- The project folder that contains a program, by its own path or through links.
---@param program string an absolute path
---@param opened string[] folders of projects
---@return string|nil
function M.project_of(program, opened)
  local places = names(program)
  -- A folder of PATH may be a link into a project, and the program in it may be a link out again.
  local parent = vim.uv.fs_realpath(vim.fs.dirname(program))
  if parent then
    places[#places + 1] = plain(vim.fs.joinpath(parent, vim.fs.basename(program)))
  end
  return vim.iter(folders(opened)):find(function(folder)
    return vim.iter(places):any(function(place)
      return lies_in(place, folder)
    end)
  end)
end

--- The first program of that name on PATH that does not lie in a project. Relative entries are skipped, because they
--- refer to the current directory.
---@param opened string[] folders of projects
---@return string|nil path
---@return string|nil problem why there is none, and what to do about it
function M.find(opened)
  local refused ---@type string|nil
  for _, entry in ipairs(vim.split(vim.env.PATH or "", IS_WINDOWS and ";" or ":")) do
    local path = is_absolute(entry) and vim.fn.exepath(vim.fs.joinpath(entry, NAME)) or ""
    if is_absolute(path) then
      local project = M.project_of(path, opened)
      if not project then
        return path
      end
      refused = refused
        or ("%s is not run, because it lies in the project %s."):format(path, project)
    end
  end
  return nil, ("%s %s"):format(refused or "No program jouled is on PATH.", ADVICE)
end

--- Starts the server; this is `cmd` unless the user sets it. The system would also look up a bare name in the current
--- directory, and opening a project must not run its programs.
---@param dispatchers vim.lsp.rpc.Dispatchers
---@param config vim.lsp.ClientConfig
---@return vim.lsp.rpc.PublicClient
function M.start(dispatchers, config)
  local opened = { config.root_dir }
  for _, folder in ipairs(config.workspace_folders or {}) do
    opened[#opened + 1] = vim.uri_to_fname(folder.uri)
  end
  local path, problem = M.find(opened)
  if not path then
    -- Neovim shows this with vim.notify() and starts no client.
    error("jouled: " .. problem, 0)
  end
  return vim.lsp.rpc.start({ path, "lsp" }, dispatchers, {
    cwd = config.cmd_cwd,
    env = config.cmd_env,
    detached = config.detached,
  })
end

return M
