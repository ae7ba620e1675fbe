---@meta

--- The types of what jouled adds to the protocol.

---@alias jouled.State "fresh"|"compiling"|"stale"|"noJdk"|"missingDependency"

--- Parameters of `experimental/serverStatus`.
---@class jouled.ServerStatus
---@field health "ok"|"warning"|"error"
---@field quiescent boolean
---@field message? string
---@field state jouled.State

--- A line in the answer to `jouled/lines`.
---@class jouled.LineEnergy
---@field line integer counted from 0
---@field mean number joules, each instruction once
---@field total number joules of what a call of its method executes there on average, with callees
---@field share number the part of the method's typical energy that this is, 0 to 1
---@field label string

--- A method in the answer to `jouled/hotspots`.
---@class jouled.Hotspot
---@field class string with slashes between packages
---@field name string
---@field parameters string|nil the types of its parameters, "(int, String)"; an older server does not tell them
---@field uri lsp.DocumentUri
---@field range lsp.Range
---@field title string
---@field purpose "product"|"tests"|"generated"|nil what its file is for; an older server does not tell it
---@field mean number|userdata joules of a call that returns, on average; vim.NIL where nobody knows
---@field isOpen boolean whether that is no more than an order of magnitude

--- A model in the answer to `jouled/models`.
---@class jouled.Model
---@field name string
---@field devices string[]
---@field description string
---@field isDefault boolean
