;;; jouled-lsp-mode.el --- The energy of Java code with lsp-mode  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1") (lsp-mode "8.0.0"))

;;; Commentary:

;; Registers jouled as an add-on server: it runs beside the Java language server, or alone.

;;; Code:

(require 'lsp-mode)

(defgroup jouled nil
  "The energy of Java code in joules."
  :group 'lsp-mode)

(defcustom jouled-server-command '("jouled" "lsp")
  "How the server is started."
  :type '(repeat string)
  :risky t)

(defcustom jouled-settings nil
  "What the server is told, as a property list such as (:device \"device_1\")."
  :type 'plist)

(defun jouled-lsp-mode--settings ()
  "The settings as lsp-mode sends them: an object, also when there is none."
  (or jouled-settings (make-hash-table)))

(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection (lambda () jouled-server-command))
  :activation-fn (lsp-activate-on "java")
  :initialization-options #'jouled-lsp-mode--settings
  :add-on? t
  :multi-root t
  :priority -1
  :server-id 'jouled))

(provide 'jouled-lsp-mode)
;;; jouled-lsp-mode.el ends here
