import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.LoadingCache;
import com.google.common.cache.CacheLoader;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Multiset;
import com.google.common.collect.Ordering;
import com.google.common.collect.TreeMultimap;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.MutableGraph;
import com.google.common.graph.Traverser;
import com.google.common.hash.Hashing;
import com.google.common.math.BigIntegerMath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class Guava {
    public static void main(String[] arguments) throws Exception {
        String text = Files.readString(Path.of(arguments[0]));
        Multiset<String> words = HashMultiset.create(Splitter.on(CharMatcher.whitespace().or(CharMatcher.is('.'))).omitEmptyStrings().split(text));
        TreeMultimap<Integer, String> byLength = TreeMultimap.create();
        MutableGraph<String> graph = GraphBuilder.directed().allowsSelfLoops(true).build();
        String before = "start";
        for (String word : words) {
            byLength.put(word.length(), word);
            graph.putEdge(before, word);
            before = word;
        }
        int reached = 0;
        for (String node : Traverser.forGraph(graph).depthFirstPreOrder("start")) {
            reached += node.length();
        }
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(5).build(CacheLoader.from(String::length));
        int sum = 0;
        for (String word : words) {
            sum += cache.getUnchecked(word);
        }
        System.out.println(byLength + " " + reached + " " + sum + " " + Ordering.natural().greatestOf(words.elementSet(), 3));
        System.out.println(Hashing.murmur3_128().hashString(text, StandardCharsets.UTF_8) + " " + BigIntegerMath.factorial(words.size() % 100).bitLength());
        System.out.println(ImmutableSortedMap.copyOf(new java.util.HashMap<>(java.util.Map.of("b", 1, "a", 2))));
    }
}
