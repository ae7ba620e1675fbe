;;; jouled-eglot.el --- The energy of Java code with Eglot  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1") (eglot "1.9"))

;;; Commentary:

;; Makes Eglot start jouled for Java.  Eglot starts only one server for each buffer, so jouled replaces the
;; Java language server; with lsp-mode both run side by side.
;;
;; Eglot takes `eglot-workspace-configuration' from a project's .dir-locals.el without asking.  To this server,
;; `jouled-settings' is sent instead in every case.

;;; Code:

(require 'eglot)
(require 'jouled)

(defclass jouled-eglot-server (eglot-lsp-server) ()
  :documentation "The server, which gets the user's settings alone.")

(cl-defmethod eglot-initialization-options ((_server jouled-eglot-server))
  "What the server gets first: the user's settings."
  (jouled-settings))

(cl-defmethod eglot-handle-request
  ((_server jouled-eglot-server) (_method (eql workspace/configuration)) &key items)
  "Answer each of ITEMS with the user's settings."
  (apply #'vector (mapcar (lambda (_) (jouled-settings)) items)))

(cl-defmethod jsonrpc-connection-send
  ((server jouled-eglot-server) &rest arguments &key method &allow-other-keys)
  "Send a message, one of changed settings with the user's in place of the project's."
  (if (string-suffix-p "workspace/didChangeConfiguration" (format "%s" method))
      (apply #'cl-call-next-method server
             (plist-put (copy-sequence arguments)
                        :params (list :settings (list :jouled (jouled-settings)))))
    (cl-call-next-method)))

;;;###autoload
(defun jouled-eglot-setup ()
  "Have Eglot start jouled for Java."
  (add-to-list 'eglot-server-programs
               (cons '(java-mode java-ts-mode)
                     (lambda (&rest _) (cons 'jouled-eglot-server (jouled-command))))))

(provide 'jouled-eglot)
;;; jouled-eglot.el ends here
