--- The configuration that `vim.lsp.enable("jouled")` starts.
--- Everything under `settings.jouled` is described in |jouled-settings|.

---@type vim.lsp.Config
return {
  cmd = require("jouled.program").start,
  filetypes = { "java" },
  -- A build of several modules is one project, so its outermost markers come first.
  root_markers = {
    { "mvnw", "gradlew", "settings.gradle", "settings.gradle.kts", ".git" },
    { "pom.xml", "build.gradle", "build.gradle.kts" },
  },
  capabilities = {
    -- Neovim 0.11 can draw code lenses but leaves it to plugins to request them again after changes.
    workspace = { codeLens = { refreshSupport = true } },
    experimental = { serverStatusNotification = true },
  },
  handlers = {
    ["textDocument/inlayHint"] = function(...)
      require("jouled.hints").on_hints(...)
    end,
    ["workspace/codeLens/refresh"] = function(_, _, ctx)
      require("jouled").refresh(ctx.client_id)
      return vim.NIL
    end,
    ["experimental/serverStatus"] = function(...)
      require("jouled.status").on_status(...)
    end,
  },
  on_exit = function(_, _, client_id)
    require("jouled.status").forget(client_id)
  end,
  -- The server needs its settings with the first message, so that it computes no number twice.
  before_init = function(params, config)
    params.initializationOptions = vim.tbl_get(config, "settings", "jouled") or vim.empty_dict()
  end,
}
