;;; jouled.el --- The energy of Java code: settings  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1"))

;;; Commentary:

;; The part that jouled-eglot and jouled-lsp-mode share.  Only the user's own settings count: values from a
;; project's .dir-locals.el are ignored, because one of the settings names a program to run.

;;; Code:

(defgroup jouled nil
  "The energy of Java code in joules."
  :group 'tools)

(defcustom jouled-server-command '("jouled" "lsp")
  "How the server is started."
  :type '(repeat string)
  :risky t)

(defcustom jouled-settings nil
  "Settings for the server, as a property list such as (:device \"device_1\").
A project has its own settings in its file jouled.toml."
  :type 'plist
  :risky t)

(defun jouled-settings ()
  "The user's settings as an object of JSON, also when there are none.
Values for one buffer or one project are passed over."
  (or (default-value 'jouled-settings) (make-hash-table)))

(defun jouled-command (&rest _)
  "How the server is started.
A program in the folder of the project is refused: opening a project must not
run what it brings, also where the search path names the present folder."
  (let* ((command (default-value 'jouled-server-command))
         (program (executable-find (car command)))
         (root (or (locate-dominating-file default-directory ".git") default-directory)))
    (cond
     ((null program)
      (user-error "No program %s on PATH; set `jouled-server-command'" (car command)))
     ((file-in-directory-p program root)
      (user-error "The program %s lies in the project, so it is not run; set `jouled-server-command'"
                  program))
     (t (cons program (cdr command))))))

(provide 'jouled)
;;; jouled.el ends here
