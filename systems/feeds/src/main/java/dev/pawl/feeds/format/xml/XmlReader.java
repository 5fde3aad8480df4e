package dev.pawl.feeds.format.xml;

import dev.pawl.feeds.format.BadDocument;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.xml.XmlContent.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads an XML document from start tag to start tag, and selected elements completely.
///
/// For one thread. Names have no namespace prefix. Every error is a [BadDocument] with its
/// position.
public final class XmlReader implements AutoCloseable {
    // Real documents have about 20 levels, and the JDK limits them to 100; real records have about
    // 300 KB.
    private static final int DEPTH_MAX = 80;
    private static final long ELEMENT_CHARS_MAX = 32L << 20;

    private final String name;
    private final InputStream in;
    private final XMLStreamReader xml;
    private int depth;
    private long chars;

    private XmlReader(String name, InputStream in, XMLStreamReader xml) {
        this.name = name;
        this.in = in;
        this.xml = xml;
    }

    /// Opens a document.
    public static XmlReader open(Document document) throws IOException {
        return open(document.open(), document.name());
    }

    /// Opens a stream, which this reader closes; the name is for messages.
    public static XmlReader open(InputStream in, String name) throws IOException {
        try {
            XMLStreamReader xml = hardened().createXMLStreamReader(Decoding.reader(in, name));
            return new XmlReader(name, in, xml);
        } catch (XMLStreamException e) {
            in.close();
            throw broken(name, e);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// Returns the root tag of what may be an XML document, as an element without content; empty if
    /// it is none. A DOCTYPE is skipped here, so that a format that knows the tag can reject the
    /// document with a clear message.
    public static Optional<Element> root(byte[] head) {
        try {
            Reader start = Decoding.reader(new ByteArrayInputStream(head), "the head");
            XMLStreamReader xml = hardened().createXMLStreamReader(start);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) return Optional.of(tag(xml));
            }
            return Optional.empty();
        } catch (XMLStreamException | IOException e) {
            return Optional.empty();
        }
    }

    /// Moves to the next start tag at any depth; returns false at the end of the document.
    public boolean next() throws IOException {
        while (true) {
            switch (advance()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    return true;
                }
                case XMLStreamConstants.END_DOCUMENT -> {
                    return false;
                }
                default -> {}
            }
        }
    }

    /// Returns the name of the tag, without namespace.
    public String name() {
        return xml.getLocalName();
    }

    /// Returns the depth of the tag: 1 at the root.
    public int depth() {
        return depth;
    }

    /// Returns the current tag without its content, which can still be read.
    public Element tag() {
        return tag(xml);
    }

    /// Reads the current element completely; the next move leads to what follows it.
    public Element element() throws IOException {
        chars = 0;
        return read();
    }

    /// Skips the content of the current element.
    public void skip() throws IOException {
        int outside = depth - 1;
        while (depth > outside) advance();
    }

    /// Returns the current position for messages: document, line and column.
    public String position() {
        return position(name, xml.getLocation());
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private Element read() throws IOException {
        Element tag = tag();
        for (Map.Entry<String, String> each : tag.attributes().entrySet()) {
            count(each.getValue().length());
        }
        List<XmlContent> content = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int outside = depth - 1;
        while (true) {
            int event = advance();
            if (event == XMLStreamConstants.START_ELEMENT) {
                endText(text, content);
                content.add(read());
            } else if (depth == outside) {
                endText(text, content);
                return tag.with(content);
            } else if (xml.isCharacters()) {
                count(xml.getTextLength());
                text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
            }
        }
    }

    private static void endText(StringBuilder text, List<XmlContent> content) {
        if (!text.isEmpty()) content.add(new Text(text.toString()));
        text.setLength(0);
    }

    private int advance() throws IOException {
        int event;
        try {
            event = xml.next();
        } catch (XMLStreamException e) {
            throw broken(name, e);
        }
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> deeper();
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new BadDocument(
                            "%s: expected XML without a DOCTYPE and custom entities, found one"
                                    .formatted(position()));
            default -> {}
        }
        return event;
    }

    private void deeper() throws BadDocument {
        depth++;
        if (depth > DEPTH_MAX) {
            throw new BadDocument(
                    "%s: expected at most %d nested elements, found more"
                            .formatted(position(), DEPTH_MAX));
        }
    }

    private void count(int more) throws BadDocument {
        chars += more;
        if (chars > ELEMENT_CHARS_MAX) {
            throw new BadDocument(
                    "%s: expected at most %d characters in one element, found more"
                            .formatted(position(), ELEMENT_CHARS_MAX));
        }
    }

    private static Element tag(XMLStreamReader xml) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String local = xml.getAttributeLocalName(i);
            boolean plain = xml.getAttributeNamespace(i) == null;
            if (plain) attributes.put(local, xml.getAttributeValue(i));
            else attributes.putIfAbsent(local, xml.getAttributeValue(i));
        }
        String namespace = xml.getNamespaceURI();
        return new Element(
                namespace == null ? "" : namespace, xml.getLocalName(), attributes, List.of());
    }

    private static XMLInputFactory hardened() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        return factory;
    }

    private static BadDocument broken(String name, XMLStreamException e) {
        if (e.getNestedException() instanceof BadDocument bad) return bad;
        boolean bytes = e.getNestedException() instanceof CharacterCodingException;
        String[] lines = String.valueOf(e.getMessage()).split("\n", -1);
        String reason =
                bytes
                        ? "bytes that are invalid in its encoding"
                        : lines[lines.length - 1].replaceFirst("^Message: ", "");
        Location at = e.getLocation();
        String where = at == null ? name : position(name, at);
        return new BadDocument(
                "%s: expected well-formed XML, found: %s".formatted(where, reason), e);
    }

    private static String position(String name, Location at) {
        return "%s, line %d, column %d".formatted(name, at.getLineNumber(), at.getColumnNumber());
    }
}
