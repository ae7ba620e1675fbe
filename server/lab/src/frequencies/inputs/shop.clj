(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(println (map fib (range 15)))
(def orders (for [i (range 100)] {:customer (mod i 7) :price (* i 3)}))
(println (into (sorted-map) (map (fn [[k v]] [k (reduce + (map :price v))]) (group-by :customer orders))))
