;;; jouled-lsp-mode.el --- The energy of Java code with lsp-mode  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1") (lsp-mode "8.0.0"))

;;; Commentary:

;; Registers jouled as an add-on server: it runs beside the Java language server, or alone.

;;; Code:

(require 'lsp-mode)
(require 'jouled)

(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection #'jouled-command)
  :activation-fn (lsp-activate-on "java")
  :initialization-options #'jouled-settings
  :add-on? t
  :multi-root t
  :priority -1
  :server-id 'jouled))

(provide 'jouled-lsp-mode)
;;; jouled-lsp-mode.el ends here
