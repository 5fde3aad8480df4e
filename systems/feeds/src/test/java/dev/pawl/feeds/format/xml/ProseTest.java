package dev.pawl.feeds.format.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ProseTest {
    @Test
    void collapsesSpaces() throws IOException {
        check("  One\n\t two <b>three</b>, <i>four</i>five ", "One two three, fourfive");
    }

    @Test
    void writesEachParagraphOnALine() throws IOException {
        check("<p>One</p>\n  <p>Two<br/>three</p>four", "One\nTwo\nthree\nfour");
    }

    @Test
    void marksTheItemsOfListsAndIndentsInnerOnes() throws IOException {
        check(
                "Kinds:<ul><li><p>one</p></li><li>two<ul><li>three</li></ul></li></ul>end",
                "Kinds:\n- one\n- two\n    - three\nend");
    }

    @Test
    void leavesOutItemsWithoutText() throws IOException {
        check("<ul><li/><li>one</li><li><ul><li>two</li></ul></li></ul>", "- one\n    - two");
    }

    @Test
    void indentsCode() throws IOException {
        check(
                "<div>if (a) {<div style=\"margin-left:1em;\">b();<br/>c();</div>}"
                        + "<br/><br/>d();</div>",
                "if (a) {\n    b();\n    c();\n}\n\nd();");
    }

    @Test
    void keepsPreformattedText() throws IOException {
        check("Run:<pre>\na  b\n  c\n</pre>then", "Run:\na  b\n  c\nthen");
        check("<pre>a <b>b</b><br/>  c</pre>", "a b\n  c");
    }

    @Test
    void writesRowsOfTablesAsLines() throws IOException {
        check(
                "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
                "a | b\n1 | 2");
    }

    @Test
    void usesTheAlternativeTextOfAnImage() throws IOException {
        check("See <img src=\"a.png\" alt=\"a graph\"/>.", "See a graph.");
    }

    private static void check(String xhtml, String prose) throws IOException {
        String text = "<d xmlns=\"http://www.w3.org/1999/xhtml\">" + xhtml + "</d>";
        ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(UTF_8));
        try (XmlReader xml = XmlReader.open(in, "prose.xml")) {
            assertThat(xml.next()).isTrue();
            assertThat(xml.element().prose()).isEqualTo(prose);
        }
    }
}
