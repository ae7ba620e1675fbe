---@meta

--- The types of what jouled adds to the protocol.

---@alias jouled.State "fresh"|"compiling"|"stale"|"noJdk"|"missingDependency"

--- Parameters of `experimental/serverStatus`.
---@class jouled.ServerStatus
---@field health "ok"|"warning"|"error"
---@field quiescent boolean
---@field message? string
---@field state jouled.State
---@field mode? string how the virtual machine ran what the model was measured on

--- A line in the answer to `jouled/lines`.
---@class jouled.LineEnergy
---@field line integer counted from 0
---@field mean number joules, each instruction once
---@field total number joules of what a call of its method executes there on average, with callees
---@field share number the part of the method's typical energy that this is, 0 to 1
---@field label string
---@field run jouled.InRun|nil what it cost in the run that is shown; the share is then its part of the run

--- What something cost in a run.
---@class jouled.InRun
---@field joules number|userdata vim.NIL where no energy was measured
---@field share number the part of all Java code, 0 to 1

--- A test or main in the answer to `jouled/launches`.
---@class jouled.Launch
---@field line integer counted from 0
---@field endLine integer counted from 0
---@field kind "main"|"test"
---@field name string
---@field arguments string[] of jouled
---@field folder string
---@field problem string|nil why it cannot be run now

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
