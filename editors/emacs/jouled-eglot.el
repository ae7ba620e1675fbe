;;; jouled-eglot.el --- The energy of Java code with Eglot  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1") (eglot "1.9"))

;;; Commentary:

;; Has Eglot start jouled for Java.  Eglot starts one server for each buffer, so that jouled takes the place
;; of the Java language server; with lsp-mode they run side by side.

;;; Code:

(require 'eglot)

(defgroup jouled nil
  "The energy of Java code in joules."
  :group 'eglot)

(defcustom jouled-server-command '("jouled" "lsp")
  "How the server is started."
  :type '(repeat string)
  :risky t)

;;;###autoload
(defun jouled-eglot-setup ()
  "Have Eglot start jouled for Java."
  (add-to-list 'eglot-server-programs
               (cons '(java-mode java-ts-mode) jouled-server-command)))

(provide 'jouled-eglot)
;;; jouled-eglot.el ends here
