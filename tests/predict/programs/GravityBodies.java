// cluster: n-body
// relative: bodies
// run arrays: GravityBodies.arrays(12, 12)
// run objects: GravityBodies.objects(12, 12)
// run floats: GravityBodies.floats(14, 10)
final class GravityBodies {
    static double arrays(int n, int steps) {
        double[] x = Data.reals(n, 301);
        double[] y = Data.reals(n, 302);
        double[] vx = new double[n];
        double[] vy = new double[n];
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < n; i++) {
                double ax = 0;
                double ay = 0;
                for (int j = 0; j < n; j++) {
                    if (i != j) {
                        double dx = x[j] - x[i];
                        double dy = y[j] - y[i];
                        double squared = dx * dx + dy * dy + 0.01;
                        double inverse = 1 / (squared * Math.sqrt(squared));
                        ax += dx * inverse;
                        ay += dy * inverse;
                    }
                }
                vx[i] += 0.001 * ax;
                vy[i] += 0.001 * ay;
            }
            for (int i = 0; i < n; i++) {
                x[i] += 0.001 * vx[i];
                y[i] += 0.001 * vy[i];
            }
        }
        return x[0] + y[n - 1];
    }

    static final class Body {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        double mass;

        void attract(Body other) {
            double dx = other.x - x;
            double dy = other.y - y;
            double dz = other.z - z;
            double pull = other.mass / (dx * dx + dy * dy + dz * dz + 0.05);
            vx += pull * dx;
            vy += pull * dy;
            vz += pull * dz;
        }

        void move(double dt) {
            x += dt * vx;
            y += dt * vy;
            z += dt * vz;
        }
    }

    static double objects(int n, int steps) {
        Body[] bodies = new Body[n];
        Data data = new Data(303);
        for (int i = 0; i < n; i++) {
            Body body = new Body();
            body.x = data.nextReal();
            body.y = data.nextReal();
            body.z = data.nextReal();
            body.mass = data.nextReal();
            bodies[i] = body;
        }
        for (int step = 0; step < steps; step++) {
            for (Body body : bodies) {
                for (Body other : bodies) {
                    if (body != other) {
                        body.attract(other);
                    }
                }
            }
            for (Body body : bodies) {
                body.move(0.0001);
            }
        }
        return bodies[0].x;
    }

    static double floats(int n, int steps) {
        float[] x = new float[n];
        float[] v = new float[n];
        Data data = new Data(304);
        for (int i = 0; i < n; i++) {
            x[i] = (float) data.nextReal();
        }
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    float d = x[i] - x[j];
                    float force = d < 0 ? -1 / (d * d + 0.1f) : 1 / (d * d + 0.1f);
                    v[i] -= 0.001f * force;
                    v[j] += 0.001f * force;
                }
            }
            for (int i = 0; i < n; i++) {
                x[i] += 0.01f * v[i];
            }
        }
        return x[0];
    }
}
