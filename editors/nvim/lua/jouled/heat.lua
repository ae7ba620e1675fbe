--- The heat map: colours the background of each line by its share of the energy of its method, or of the run on
--- display.

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace("jouled.heat")
local STEPS = 11

--- Cividis, dark to light: its order is the same for every kind of colour vision.
local SCALE = {
  { 87, 108, 155 },
  { 112, 122, 144 },
  { 137, 136, 131 },
  { 164, 151, 120 },
  { 205, 176, 95 },
  { 253, 231, 55 },
}

--- The lowest and the highest opacity of a colour over the background, so that text stays readable.
local OPACITIES = { light = { 0.14, 0.7 }, dark = { 0.14, 0.28 } }

--- The buffers that show the heat map.
---@type table<integer, true>
local shown_in = {}

---@param step integer from 0
---@return string name of a highlight group
local function group(step)
  return "JouledHeat" .. step
end

--- The steps of the six-sided colour cube of terminals.
local CUBE = { 0, 95, 135, 175, 215, 255 }

---@param channel integer 0 to 255
---@return integer side 0 to 5
local function side(channel)
  local nearest = 1
  for at, value in ipairs(CUBE) do
    if math.abs(value - channel) < math.abs(CUBE[nearest] - channel) then
      nearest = at
    end
  end
  return nearest - 1
end

---@param rgb integer
---@return integer[]
local function channels(rgb)
  return { bit.rshift(rgb, 16), bit.band(bit.rshift(rgb, 8), 255), bit.band(rgb, 255) }
end

--- The colour of a step over a background.
---@param step integer from 0
---@param ground integer[] red, green and blue
---@param opacities number[]
---@return integer[]
local function colour(step, ground, opacities)
  local part = step / (STEPS - 1)
  local place = part * (#SCALE - 1) + 1
  local low, high = SCALE[math.floor(place)], SCALE[math.ceil(place)]
  local opacity = opacities[1] + (opacities[2] - opacities[1]) * part
  local mixed = {}
  for channel = 1, 3 do
    local pure = low[channel] + (high[channel] - low[channel]) * (place % 1)
    mixed[channel] = math.floor(ground[channel] + (pure - ground[channel]) * opacity + 0.5)
  end
  return mixed
end

--- Creates the highlight groups for the colour scheme; existing groups stay as they are.
function M.set_highlights()
  local normal = vim.api.nvim_get_hl(0, { name = "Normal", link = false }).bg
  local ground = channels(normal or (vim.o.background == "light" and 0xffffff or 0x14161b))
  for step = 0, STEPS - 1 do
    local red, green, blue = unpack(colour(step, ground, OPACITIES[vim.o.background]))
    vim.api.nvim_set_hl(0, group(step), {
      default = true,
      bg = ("#%02x%02x%02x"):format(red, green, blue),
      ctermbg = 16 + 36 * side(red) + 6 * side(green) + side(blue),
    })
  end
end

---@param bufnr integer
---@param lines jouled.LineEnergy[]
local function draw(bufnr, lines)
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  for _, energy in ipairs(lines) do
    local text = vim.api.nvim_buf_get_lines(bufnr, energy.line, energy.line + 1, false)[1]
    if text and (energy.mean > 0 or energy.run) then
      local share = math.min(math.max(energy.share, 0), 1)
      vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, energy.line, 0, {
        end_col = #text,
        line_hl_group = group(math.floor(share * (STEPS - 1) + 0.5)),
        -- The colour of a line is deleted together with it.
        invalidate = true,
        priority = 1,
      })
    end
  end
end

--- Requests the energies of a buffer's lines. The old colours stay, and move with the text, until the answer arrives.
---@param client vim.lsp.Client
---@param bufnr integer
function M.refresh(client, bufnr)
  if not shown_in[bufnr] then
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  client:request("jouled/lines", params, function(err, lines)
    local is_current = vim.api.nvim_buf_is_loaded(bufnr)
      and vim.api.nvim_buf_get_changedtick(bufnr) == tick
    -- The server announces when it has the numbers of a newer text.
    if not err and lines and is_current and shown_in[bufnr] then
      draw(bufnr, lines)
    end
  end, bufnr)
end

---@param _ vim.lsp.Client
---@param bufnr integer
---@return boolean
function M.is_shown(_, bufnr)
  return shown_in[bufnr] ~= nil
end

--- Shows or hides the heat map of a buffer.
---@param client vim.lsp.Client
---@param bufnr integer
---@param on boolean
function M.show(client, bufnr, on)
  shown_in[bufnr] = on or nil
  if on then
    M.set_highlights()
    M.refresh(client, bufnr)
  elseif vim.api.nvim_buf_is_valid(bufnr) then
    vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  end
end

return M
