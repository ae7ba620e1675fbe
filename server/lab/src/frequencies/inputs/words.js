var text = "It was the best of times, it was the worst of times, it was the age of wisdom";
var counts = {};
for (var round = 0; round < 60; round++) {
  text.replace(/[A-Za-z]+/g, function (word) { var key = word.toLowerCase(); counts[key] = (counts[key] || 0) + 1; return word; });
}
var keys = Object.keys(counts).sort(function (a, b) { return counts[b] - counts[a] || (a < b ? -1 : 1); });
print(keys.map(function (key) { return key + "=" + counts[key]; }).join(" "));
function Shape(name) { this.name = name; }
Shape.prototype.area = function () { throw new Error(this.name); };
var shapes = [1, 2, 3].map(function (side) { var shape = new Shape("s" + side); if (side > 1) { shape.area = function () { return side * side; }; } return shape; });
shapes.forEach(function (shape) { try { print(shape.area()); } catch (error) { print("no area: " + error.message); } });
