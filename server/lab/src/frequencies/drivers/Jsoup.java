import java.io.File;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;

class Jsoup {
    public static void main(String[] arguments) throws Exception {
        Document page = org.jsoup.Jsoup.parse(new File(arguments[0]), "UTF-8");
        int found = 0;
        for (Element row : page.select("tr.row1 > td:eq(1) a[href*=r]")) {
            found += row.text().length();
            row.attr("href", "x").parent().appendElement("i").text("y & z");
        }
        System.out.println(found + " " + page.outerHtml().length());
        System.out.println(org.jsoup.Jsoup.clean(page.body().html(), Safelist.basic()).length());
    }
}
