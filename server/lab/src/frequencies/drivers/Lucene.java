import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.FSDirectory;

class Lucene {
    public static void main(String[] arguments) throws Exception {
        FSDirectory folder = FSDirectory.open(Path.of(arguments[1]).resolve("index"));
        try (IndexWriter writer = new IndexWriter(folder, new IndexWriterConfig(new StandardAnalyzer()));
                Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                Document document = new Document();
                document.add(new StringField("name", file.getFileName().toString(), Field.Store.YES));
                document.add(new TextField("text", Files.readString(file), Field.Store.NO));
                writer.addDocument(document);
            }
            writer.deleteDocuments(new Term("name", "3.txt"));
            writer.forceMerge(1);
        }
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(folder));
        for (String query : new String[] {"fable", "grain AND harbor", "\"ivory jungle\"~3", "la*n OR delta^2", "-ember +cargo", "brightt~1"}) {
            System.out.println(query + " " + searcher.count(new QueryParser("text", new StandardAnalyzer()).parse(query)) + " "
                    + searcher.search(new QueryParser("text", new StandardAnalyzer()).parse(query), 5).scoreDocs.length);
        }
    }
}
