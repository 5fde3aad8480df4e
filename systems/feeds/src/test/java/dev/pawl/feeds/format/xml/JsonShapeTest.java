package dev.pawl.feeds.format.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class JsonShapeTest {
    private static final JsonShape SHAPE =
            new JsonShape(Set.of("Notes"), Set.of("Scope"), Set.of("Example"));

    @Test
    void keepsAttributesTextsAndChildren() throws IOException {
        check(
                "<A ID='1'><Name>x</Name><Skill Level='Low'>easy</Skill><Empty/><Tag a='b'/></A>",
                """
                {"ID":"1","Name":"x","Skill":{"Level":"Low","text":"easy"},"Empty":"","Tag":{"a":"b"}}\
                """);
    }

    @Test
    void makesArraysOfListsAndRepeatedElements() throws IOException {
        check(
                "<A><Notes><Note>n</Note></Notes><Scope>s</Scope><C>1</C><C>2</C><C>3</C></A>",
                """
                {"Notes":["n"],"Scope":["s"],"C":["1","2","3"]}\
                """);
    }

    @Test
    void keepsTheOrderOfSequences() throws IOException {
        check(
                "<A><Example ID='1'><T>a</T><C L='c'>b</C><T>c</T></Example></A>",
                """
                {"Example":{"ID":"1","parts":[{"T":"a"},{"C":{"L":"c","text":"b"}},{"T":"c"}]}}\
                """);
    }

    @Test
    void keepsBothOfTwoLists() throws IOException {
        check(
                "<A><Notes><N>1</N></Notes><Notes><N>2</N></Notes></A>",
                """
                {"Notes":[["1"],["2"]]}\
                """);
    }

    private static void check(String text, String json) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(text.getBytes(UTF_8));
        try (XmlReader xml = XmlReader.open(in, "shape.xml")) {
            assertThat(xml.next()).isTrue();
            assertThat(SHAPE.object(xml.element())).hasToString(json);
        }
    }
}
