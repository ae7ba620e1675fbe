import asyncio, os, shutil, json, time
from session import session, eventually
from test_extension import Statuses, ask

TEXT = """package app;

import java.util.*;
import java.util.function.*;

class Uses {
    int own(int n) { return n * 3; }
    String join(List<String> parts, int n) {
        StringBuilder b = new StringBuilder();
        for (String part : parts) { b.append(part.trim()).append(n); }
        return b.toString();
    }
    Map<String, Integer> count(List<String> all) {
        Map<String, Integer> m = new TreeMap<>();
        all.forEach(one -> m.merge(one, 1, Integer::sum));
        return m;
    }
    IntUnaryOperator f = n -> { int s = 0; for (int i = 0; i < n; i++) { s += i * i; } return s; };
    Supplier<Runnable> g = () -> () -> System.out.println("x");
    long sorted(long[] a) { Arrays.sort(a); return a[0]; }
}
"""

async def test_half(compiler, interested, tmp_path):
    root = tmp_path / "project"
    path = root / "src" / "app" / "Uses.java"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT)
    environment = {**compiler.environment, "JOULED_CALLS": "all"}
    async with session(interested, root=root, environment=environment) as jouled:
        statuses = Statuses(jouled)
        uri = jouled.open(path)
        end = time.time() + 120
        log = []
        first = None
        while time.time() < end:
            n = len(statuses.seen)
            methods = await ask(jouled, "jouled/methods", textDocument={"uri": uri})
            lenses = await jouled.lenses(uri)
            hints = await jouled.labels(uri)
            same = n == len(statuses.seen)
            state = statuses.seen[-1]["state"] if statuses.seen else None
            q = statuses.seen[-1]["quiescent"] if statuses.seen else None
            item = (state, q, same, tuple((m["name"], m["title"], m["isProvisional"]) for m in methods), tuple(lenses.items()), tuple(hints.items()))
            if not log or log[-1] != item:
                log.append(item)
            if q and first is None: first = time.time()
            if first and time.time() - first > 12: break
            await asyncio.sleep(0.02)
        for one in log: print(json.dumps(one)[:3000])
        for s in statuses.seen: print(s)
        for line in (17, 18): print(await jouled.hover(uri, line, 30))
        # the temporary folder is swept
