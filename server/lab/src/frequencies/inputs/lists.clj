(defn quick [[pivot & others]]
  (when pivot (concat (quick (filter #(< % pivot) others)) [pivot] (quick (filter #(>= % pivot) others)))))
(println (quick (map #(mod (* % 37) 101) (range 100))))
(defmulti area :shape)
(defmethod area :circle [c] (* 3 (:r c) (:r c)))
(defmethod area :square [s] (* (:side s) (:side s)))
(println (reduce + (map area (take 60 (cycle [{:shape :circle :r 2} {:shape :square :side 3}])))))
(println (try (/ 1 0) (catch ArithmeticException e (.getMessage e))))
