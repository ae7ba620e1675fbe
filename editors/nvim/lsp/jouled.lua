--- The configuration that `vim.lsp.enable("jouled")` starts.
--- Everything under `settings.jouled` is described in |jouled-settings|.

---@type vim.lsp.Config
return {
  cmd = { "jouled", "lsp" },
  filetypes = { "java" },
  -- A build of several modules is one project: its outermost marks come first.
  root_markers = {
    { "mvnw", "gradlew", "settings.gradle", "settings.gradle.kts", ".git" },
    { "pom.xml", "build.gradle", "build.gradle.kts" },
  },
  -- Neovim 0.11 can draw code lenses but leaves it to plugins to know when they changed.
  capabilities = { workspace = { codeLens = { refreshSupport = true } } },
  handlers = {
    ["textDocument/inlayHint"] = function(...)
      require("jouled").on_hints(...)
    end,
    ["workspace/codeLens/refresh"] = function(_, _, ctx)
      require("jouled").refresh_lenses(ctx.client_id)
      return vim.NIL
    end,
  },
  -- The server wants its settings with the first message, so that no number is computed twice.
  before_init = function(params, config)
    params.initializationOptions = vim.tbl_get(config, "settings", "jouled") or vim.empty_dict()
  end,
}
