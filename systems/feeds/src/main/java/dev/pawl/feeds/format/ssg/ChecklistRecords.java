package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import dev.pawl.feeds.item.Link;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The pieces of a benchmark in one walk through it.
///
/// The groups that are open at a moment are a stack, with the benchmark at its bottom. Each holds
/// what it says of itself and the names of its direct children, never a child's text. Profiles
/// stand first in a document, but what they select depends on what follows, so they wait for its
/// end.
final class ChecklistRecords implements Records<Piece> {
    private final XmlReader reader;
    private final SsgNames names;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Deque<Piece> ready = new ArrayDeque<>();
    private final List<Element> profiles = new ArrayList<>();
    private final Selection selection = new Selection();

    /// Begins at the tag of the benchmark.
    ChecklistRecords(XmlReader reader, SsgNames names) {
        this.reader = reader;
        this.names = names;
        open.push(new Open(SsgNames.BENCHMARK, reader.depth(), reader.tag()));
    }

    @Override
    public @Nullable Piece next() throws IOException {
        while (ready.isEmpty() && !open.isEmpty()) step();
        return ready.poll();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private void step() throws IOException {
        boolean more = reader.next();
        int depth = more ? reader.depth() : 0;
        while (!open.isEmpty() && innermost().depth >= depth) end(open.pop());
        if (open.isEmpty()) {
            // A document that is cut off after the benchmark is cut off.
            while (more) more = reader.next();
            return;
        }
        switch (reader.name()) {
            case "Group" -> begin(reader.tag());
            case "Rule" -> rule(reader.element());
            case "Value" -> leaf(SsgNames.VALUE, reader.element());
            case "Profile" -> profile(reader.element());
            case "TestResult", "signature" -> reader.skip();
            default -> innermost().add(reader.element());
        }
    }

    private void begin(Element tag) {
        innermost().member(SsgNames.GROUP, tag);
        selection.group(tag);
        open.push(new Open(SsgNames.GROUP, reader.depth(), tag));
    }

    private void rule(Element rule) {
        selection.rule(rule, open.stream().map(each -> each.tag).toList());
        leaf(SsgNames.RULE, rule);
    }

    private void leaf(String kind, Element element) {
        innermost().member(kind, element);
        ready.add(new Piece(kind, element, List.of()));
    }

    private void profile(Element profile) {
        innermost().member(SsgNames.PROFILE, profile);
        selection.profile(profile);
        profiles.add(Selection.withoutSelects(profile));
    }

    private void end(Open ended) {
        if (open.isEmpty()) {
            for (Element each : profiles) {
                List<Link> selects =
                        selection.selectedBy(each.attribute("id").orElse("")).stream()
                                .flatMap(id -> names.link("selects", SsgNames.RULE, id).stream())
                                .toList();
                ready.add(new Piece(SsgNames.PROFILE, each, selects));
            }
        }
        ready.add(ended.piece());
    }

    private Open innermost() {
        return Objects.requireNonNull(open.peek());
    }

    /// A group, or the benchmark, that has not ended.
    private final class Open {
        final String kind;
        final int depth;
        final Element tag;
        private final List<Element> said = new ArrayList<>();
        private final List<Link> members = new ArrayList<>();

        Open(String kind, int depth, Element tag) {
            this.kind = kind;
            this.depth = depth;
            this.tag = tag;
        }

        void add(Element element) {
            said.add(element);
        }

        void member(String kind, Element element) {
            element.attribute("id")
                    .flatMap(id -> names.link("member", kind, id))
                    .ifPresent(members::add);
        }

        Piece piece() {
            Element whole =
                    new Element(tag.namespace(), tag.name(), tag.attributes(), List.copyOf(said));
            return new Piece(kind, whole, members);
        }
    }
}
