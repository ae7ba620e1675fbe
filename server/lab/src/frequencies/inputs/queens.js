function place(row, n, columns, found) {
  if (row === n) { found.push(columns.slice()); return; }
  for (var column = 0; column < n; column++) {
    var fits = true;
    for (var before = 0; before < row && fits; before++) {
      var other = columns[before];
      fits = other !== column && Math.abs(other - column) !== row - before;
    }
    if (fits) { columns[row] = column; place(row + 1, n, columns, found); }
  }
}
var found = [];
place(0, 6, [], found);
print(found.length + " " + JSON.stringify(found[0]));
