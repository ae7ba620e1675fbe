int n = 24
def cells = (0..<n).collect { row -> (0..<n).collect { (row * 7 + it * 3) % 5 == 0 } }
3.times {
    cells = (0..<n).collect { r -> (0..<n).collect { c ->
        int near = 0
        for (dr in -1..1) for (dc in -1..1) if ((dr || dc) && cells[(r + dr + n) % n][(c + dc + n) % n]) near++
        near == 3 || cells[r][c] && near == 2
    } }
}
println cells.collect { row -> row.collect { it ? '#' : '.' }.join() }.join('\n')
