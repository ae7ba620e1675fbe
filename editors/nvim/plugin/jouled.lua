if vim.g.loaded_jouled then
  return
end
vim.g.loaded_jouled = true

vim.api.nvim_create_autocmd("LspAttach", {
  group = vim.api.nvim_create_augroup("jouled", {}),
  desc = "Show the energy of Java code as inlay hints and code lenses",
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "jouled" then
      require("jouled").attach(client, event.buf)
    end
  end,
})
