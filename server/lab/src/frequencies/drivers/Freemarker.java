import freemarker.template.Configuration;
import freemarker.template.Template;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class Freemarker {
    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        String[] texts = {
            "<#list lines as line><#if line?has_content>${line?index + 1}: ${line?cap_first?html}<#if line?contains('fable')>!<#else>.</#if>\n</#if></#list>",
            "<#macro row cells depth><#list cells as cell>${cell?left_pad(10)}<#sep>|</#list> <#if (depth > 0)><@row cells=cells depth=depth - 1/></#if></#macro>"
                    + "<#list lines as line><@row cells=line?split(' ') depth=2/>\n</#list><#assign n = lines?size>${n?string('0.00')} ${(n * 7) % 5}",
        };
        for (String text : texts) {
            StringWriter out = new StringWriter();
            new Template("t", new StringReader(text), new Configuration(Configuration.VERSION_2_3_30)).process(Map.of("lines", lines), out);
            System.out.println(out.toString().length());
        }
    }
}
