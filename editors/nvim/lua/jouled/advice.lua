--- `:JouledAdvice`: shows the effect of an edit as a diff beside the text.

local M = {}

---@param client vim.lsp.Client
---@param bufnr integer
---@param action lsp.CodeAction
local function preview(client, bufnr, action)
  local edits = {}
  for _, change in ipairs(action.edit.documentChanges or {}) do
    vim.list_extend(edits, change.edits)
  end
  for _, changed in pairs(action.edit.changes or {}) do
    vim.list_extend(edits, changed)
  end
  local text = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(text, 0, -1, false, vim.api.nvim_buf_get_lines(bufnr, 0, -1, false))
  vim.lsp.util.apply_text_edits(edits, text, client.offset_encoding)
  vim.bo[text].filetype = vim.bo[bufnr].filetype
  vim.bo[text].bufhidden = "wipe"
  vim.bo[text].modifiable = false
  pcall(vim.api.nvim_buf_set_name, text, "jouled: " .. action.title:gsub("[\r\n]", " "))
  vim.cmd.diffthis()
  vim.api.nvim_open_win(text, true, { split = "right" })
  vim.cmd.diffthis()
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = text,
    once = true,
    callback = function()
      for _, window in ipairs(vim.fn.win_findbuf(bufnr)) do
        vim.api.nvim_win_call(window, function()
          vim.cmd.diffoff()
        end)
      end
    end,
  })
end

--- Offers the edits for the cursor's line and shows the chosen one as a diff. The text itself does not change.
---@param client vim.lsp.Client
---@param bufnr integer
function M.preview(client, bufnr)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local place = { line = line, character = 0 }
  client:request("textDocument/codeAction", {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    range = { start = place, ["end"] = place },
    context = { diagnostics = {} },
  }, function(err, actions)
    if err or not actions or #actions == 0 then
      vim.notify("jouled: " .. (err and err.message or "no edit of this line is known to save energy"))
      return
    end
    vim.ui.select(actions, {
      prompt = "Show what it changes:",
      format_item = function(action)
        return action.title
      end,
    }, function(action)
      if action then
        preview(client, bufnr, action)
      end
    end)
  end, bufnr)
end

return M
