// cluster: trie
// relative: prefix_tree
// run arrays: LetterTrie.arrays(600)
// run siblings: LetterTrie.siblings(600)
final class LetterTrie {
    static final class Node {
        Node[] next = new Node[6];
        int words;
    }

    static int arrays(int n) {
        Node root = new Node();
        Data data = new Data(65);
        for (int i = 0; i < n; i++) {
            Node node = root;
            for (int length = 3 + data.next(6); length > 0; length--) {
                int letter = data.next(6);
                if (node.next[letter] == null) {
                    node.next[letter] = new Node();
                }
                node = node.next[letter];
            }
            node.words++;
        }
        int found = 0;
        for (int i = 0; i < 2 * n; i++) {
            Node node = root;
            for (int length = 3 + data.next(6); node != null && length > 0; length--) {
                node = node.next[data.next(6)];
            }
            if (node != null) {
                found += node.words;
            }
        }
        return found;
    }

    static final class Sibling {
        final char letter;
        Sibling child;
        Sibling next;
        boolean ends;

        Sibling(char letter, Sibling next) {
            this.letter = letter;
            this.next = next;
        }
    }

    static int siblings(int n) {
        Sibling root = new Sibling(' ', null);
        char[] text = Data.letters(n * 5, 20, 66);
        int nodes = 0;
        for (int word = 0; word < n; word++) {
            Sibling node = root;
            for (int i = word * 5; i < word * 5 + 5; i++) {
                Sibling child = node.child;
                while (child != null && child.letter != text[i]) {
                    child = child.next;
                }
                if (child == null) {
                    child = new Sibling(text[i], node.child);
                    node.child = child;
                    nodes++;
                }
                node = child;
            }
            node.ends = true;
        }
        return nodes;
    }
}
