// cluster: virtual calls
// relative: virtual_call
// run random: ShapeAreas.run(1500, 4)
// run one: ShapeAreas.run(1500, 1)
// run two: ShapeAreas.run(1500, 2)
// run sorted: ShapeAreas.sorted(1500)
final class ShapeAreas {
    abstract static class Shape {
        final double size;

        Shape(double size) {
            this.size = size;
        }

        abstract double area();

        double twice() {
            return 2 * area();
        }
    }

    static final class Square extends Shape {
        Square(double size) {
            super(size);
        }

        @Override
        double area() {
            return size * size;
        }
    }

    static final class Circle extends Shape {
        Circle(double size) {
            super(size);
        }

        @Override
        double area() {
            return 3.14159 * size * size;
        }
    }

    static final class Triangle extends Shape {
        private final double height;

        Triangle(double size) {
            super(size);
            height = size / 3;
        }

        @Override
        double area() {
            return size * height / 2;
        }
    }

    static final class Hidden extends Shape {
        Hidden(double size) {
            super(size);
        }

        @Override
        double area() {
            return 0;
        }

        @Override
        double twice() {
            return 1;
        }
    }

    private static Shape shape(int kind, double size) {
        return switch (kind) {
            case 0 -> new Square(size);
            case 1 -> new Circle(size);
            case 2 -> new Triangle(size);
            default -> new Hidden(size);
        };
    }

    private static double total(Shape[] shapes) {
        double total = 0;
        for (int round = 0; round < 6; round++) {
            for (Shape shape : shapes) {
                total += shape.area() + shape.twice();
            }
        }
        return total;
    }

    static double run(int n, int kinds) {
        Data data = new Data(263);
        Shape[] shapes = new Shape[n];
        for (int i = 0; i < n; i++) {
            shapes[i] = shape(data.next(kinds), i);
        }
        return total(shapes);
    }

    static double sorted(int n) {
        Shape[] shapes = new Shape[n];
        for (int i = 0; i < n; i++) {
            shapes[i] = shape(4 * i / n, i);
        }
        return total(shapes);
    }
}
