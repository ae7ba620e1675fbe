if vim.g.loaded_jouled then
  return
end
vim.g.loaded_jouled = true

local group = vim.api.nvim_create_augroup("jouled", {})

vim.api.nvim_create_autocmd("LspAttach", {
  group = group,
  desc = "Show the energy of Java code as inlay hints and code lenses",
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "jouled" then
      require("jouled").attach(client, event.buf)
    end
  end,
})

vim.api.nvim_create_autocmd("ColorScheme", {
  group = group,
  desc = "Fit the heat map to the colour scheme",
  callback = function()
    require("jouled.heat").set_highlights()
  end,
})
