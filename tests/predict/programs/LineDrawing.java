// cluster: rasterization
// run lines: LineDrawing.lines(150)
// run circles: LineDrawing.circles(90)
// run fill: LineDrawing.fill(25)
// run clip: LineDrawing.clip(1200)
final class LineDrawing {
    static int lines(int n) {
        byte[] screen = new byte[128 * 128];
        Data data = new Data(326);
        int drawn = 0;
        for (int i = 0; i < n; i++) {
            int x = data.next(128);
            int y = data.next(128);
            int x1 = data.next(128);
            int y1 = data.next(128);
            int dx = x1 > x ? x1 - x : x - x1;
            int dy = y1 > y ? y1 - y : y - y1;
            int sx = x < x1 ? 1 : -1;
            int sy = y < y1 ? 1 : -1;
            int error = dx - dy;
            while (true) {
                screen[y << 7 | x] ^= 1;
                drawn++;
                if (x == x1 && y == y1) {
                    break;
                }
                int twice = 2 * error;
                if (twice > -dy) {
                    error -= dy;
                    x += sx;
                }
                if (twice < dx) {
                    error += dx;
                    y += sy;
                }
            }
        }
        return drawn + screen[1000];
    }

    static int circles(int n) {
        int[] screen = new int[200 * 200];
        Data data = new Data(327);
        int drawn = 0;
        for (int i = 0; i < n; i++) {
            int cx = 60 + data.next(80);
            int cy = 60 + data.next(80);
            int x = 5 + data.next(50);
            int y = 0;
            int error = 1 - x;
            while (y <= x) {
                screen[(cy + y) * 200 + cx + x]++;
                screen[(cy + x) * 200 + cx + y]++;
                screen[(cy + y) * 200 + cx - x]++;
                screen[(cy + x) * 200 + cx - y]++;
                screen[(cy - y) * 200 + cx - x]++;
                screen[(cy - x) * 200 + cx - y]++;
                y++;
                drawn++;
                if (error < 0) {
                    error += 2 * y + 1;
                } else {
                    x--;
                    error += 2 * (y - x) + 1;
                }
            }
        }
        return drawn + screen[20100];
    }

    static int fill(int n) {
        int drawn = 0;
        Data data = new Data(328);
        for (int i = 0; i < n; i++) {
            int ax = data.next(64);
            int ay = data.next(64);
            int bx = data.next(64);
            int by = data.next(64);
            int cx = data.next(64);
            int cy = data.next(64);
            for (int y = 0; y < 16; y++) {
                for (int x = 0; x < 16; x++) {
                    int px = 4 * x;
                    int py = 4 * y;
                    int a = (bx - ax) * (py - ay) - (by - ay) * (px - ax);
                    int b = (cx - bx) * (py - by) - (cy - by) * (px - bx);
                    int c = (ax - cx) * (py - cy) - (ay - cy) * (px - cx);
                    if (a >= 0 && b >= 0 && c >= 0 || a <= 0 && b <= 0 && c <= 0) {
                        drawn++;
                    }
                }
            }
        }
        return drawn;
    }

    private static int region(int x, int y) {
        int code = 0;
        if (x < 100) {
            code = 1;
        } else if (x > 200) {
            code = 2;
        }
        if (y < 100) {
            code |= 4;
        } else if (y > 200) {
            code |= 8;
        }
        return code;
    }

    static int clip(int n) {
        Data data = new Data(329);
        int visible = 0;
        for (int i = 0; i < n; i++) {
            int x0 = data.next(300);
            int y0 = data.next(300);
            int x1 = data.next(300);
            int y1 = data.next(300);
            int a = region(x0, y0);
            int b = region(x1, y1);
            while (true) {
                if ((a | b) == 0) {
                    visible++;
                    break;
                }
                if ((a & b) != 0) {
                    break;
                }
                int out = a != 0 ? a : b;
                int x;
                int y;
                if ((out & 8) != 0) {
                    x = x0 + (x1 - x0) * (200 - y0) / (y1 - y0);
                    y = 200;
                } else if ((out & 4) != 0) {
                    x = x0 + (x1 - x0) * (100 - y0) / (y1 - y0);
                    y = 100;
                } else if ((out & 2) != 0) {
                    y = y0 + (y1 - y0) * (200 - x0) / (x1 - x0);
                    x = 200;
                } else {
                    y = y0 + (y1 - y0) * (100 - x0) / (x1 - x0);
                    x = 100;
                }
                if (out == a) {
                    x0 = x;
                    y0 = y;
                    a = region(x, y);
                } else {
                    x1 = x;
                    y1 = y;
                    b = region(x, y);
                }
            }
        }
        return visible;
    }
}
