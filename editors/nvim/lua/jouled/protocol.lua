---@meta

--- The types of jouled's additions to the protocol.

---@alias jouled.State "fresh"|"compiling"|"stale"|"noJdk"|"missingDependency"

--- Parameters of `experimental/serverStatus`.
---@class jouled.ServerStatus
---@field health "ok"|"warning"|"error"
---@field quiescent boolean
---@field message? string
---@field state jouled.State
---@field mode? string how the virtual machine executed code when the model was measured

--- A line in the answer to `jouled/lines`.
---@class jouled.LineEnergy
---@field line integer counted from 0
---@field mean number joules, each instruction counted once
---@field total number mean joules of this line in a call of its method, including callees
---@field share number this line's part of the method's typical energy, 0 to 1
---@field label string
---@field run jouled.InRun|nil its cost in the run on display; the share is then its part of that run

--- The cost of something in a run.
---@class jouled.InRun
---@field joules number|userdata vim.NIL if no energy was measured
---@field share number the part of the energy of all Java code, 0 to 1

--- A test or `main` in the answer to `jouled/launches`.
---@class jouled.Launch
---@field line integer counted from 0
---@field endLine integer counted from 0
---@field kind "main"|"test"
---@field name string
---@field arguments string[] for jouled
---@field folder string
---@field problem string|nil why it cannot run now

--- A method in the answer to `jouled/hotspots`.
---@class jouled.Hotspot
---@field class string with slashes between packages
---@field name string
---@field parameters string|nil the types of its parameters, "(int, String)"; missing from an older server
---@field uri lsp.DocumentUri
---@field range lsp.Range
---@field title string
---@field purpose "product"|"tests"|"generated"|nil the purpose of its file; missing from an older server
---@field mean number|userdata mean joules of a call that returns; vim.NIL if unknown
---@field isOpen boolean whether the mean is only an order of magnitude

--- A model in the answer to `jouled/models`.
---@class jouled.Model
---@field name string
---@field devices string[]
---@field description string
---@field isDefault boolean
