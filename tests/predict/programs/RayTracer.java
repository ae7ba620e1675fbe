// cluster: ray tracing
// relative: ray_hits
// run spheres: RayTracer.spheres(16)
// run planes: RayTracer.march(10)
// run boxes: RayTracer.boxes(900)
// run triangles: RayTracer.triangles(900)
final class RayTracer {
    static final class Sphere {
        final double x;
        final double y;
        final double z;
        final double radius;

        Sphere(double x, double y, double z, double radius) {
            this.x = x;
            this.y = y;
            this.z = z;
            this.radius = radius;
        }

        double hit(double dx, double dy, double dz) {
            double b = dx * x + dy * y + dz * z;
            double c = x * x + y * y + z * z - radius * radius;
            double d = b * b - c;
            if (d < 0) {
                return -1;
            }
            return b - Math.sqrt(d);
        }
    }

    static double spheres(int n) {
        Sphere[] spheres = new Sphere[10];
        Data data = new Data(312);
        for (int i = 0; i < spheres.length; i++) {
            spheres[i] = new Sphere(4 * data.nextReal() - 2, 4 * data.nextReal() - 2, 5 + data.nextReal(), 0.6);
        }
        double light = 0;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                double dx = (2.0 * column - n) / n / 2;
                double dy = (2.0 * row - n) / n / 2;
                double length = Math.sqrt(dx * dx + dy * dy + 1);
                double near = 1e9;
                Sphere nearest = null;
                for (Sphere sphere : spheres) {
                    double distance = sphere.hit(dx / length, dy / length, 1 / length);
                    if (distance > 0 && distance < near) {
                        near = distance;
                        nearest = sphere;
                    }
                }
                if (nearest != null) {
                    double normal = (dy / length * near - nearest.y) / nearest.radius;
                    light += normal < 0 ? -normal : 0.1;
                }
            }
        }
        return light;
    }

    private static double distance(double x, double y, double z) {
        double floor = y + 1;
        double cx = x - (x > 0 ? 1 : -1);
        double sphere = Math.sqrt(cx * cx + y * y + (z - 4) * (z - 4)) - 0.8;
        return floor < sphere ? floor : sphere;
    }

    static int march(int n) {
        int steps = 0;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                double dx = (double) column / n - 0.5;
                double dy = (double) row / n - 0.5;
                double t = 0;
                for (int k = 0; k < 60; k++) {
                    double d = distance(t * dx, t * dy, t);
                    if (d < 0.001 || t > 20) {
                        break;
                    }
                    t += d;
                    steps++;
                }
            }
        }
        return steps;
    }

    static int boxes(int n) {
        Data data = new Data(313);
        int hits = 0;
        for (int i = 0; i < n; i++) {
            double ox = data.nextReal() * 4 - 2;
            double oy = data.nextReal() * 4 - 2;
            double dx = data.nextReal() - 0.5;
            double dy = data.nextReal() - 0.5;
            double near = -1e9;
            double far = 1e9;
            double a = (-1 - ox) / dx;
            double b = (1 - ox) / dx;
            near = a < b ? a : b;
            far = a < b ? b : a;
            a = (-1 - oy) / dy;
            b = (1 - oy) / dy;
            if (a > b) {
                double other = a;
                a = b;
                b = other;
            }
            if (a > near) {
                near = a;
            }
            if (b < far) {
                far = b;
            }
            if (near <= far && far > 0) {
                hits++;
            }
        }
        return hits;
    }

    static int triangles(int n) {
        Data data = new Data(314);
        int hits = 0;
        for (int i = 0; i < n; i++) {
            double e1x = data.nextReal() - 0.5;
            double e1y = data.nextReal() - 0.5;
            double e1z = data.nextReal();
            double e2x = data.nextReal() - 0.5;
            double e2y = data.nextReal() - 0.5;
            double e2z = data.nextReal();
            double px = -e2y;
            double py = e2x;
            double det = e1x * px + e1y * py;
            if (det < 1e-6 && det > -1e-6) {
                continue;
            }
            double tx = 0.3 - data.nextReal();
            double ty = 0.3 - data.nextReal();
            double u = (tx * px + ty * py) / det;
            if (u < 0 || u > 1) {
                continue;
            }
            double v = (tx * e1y - ty * e1x) / -det;
            if (v >= 0 && u + v <= 1) {
                hits += e1z * u + e2z * v > 0.2 ? 1 : 0;
            }
        }
        return hits;
    }
}
