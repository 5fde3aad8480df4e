package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.XmlReader;
import dev.pawl.feeds.item.ItemLink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the parts of a benchmark in one pass.
///
/// The open groups form a stack, with the benchmark at the bottom. Each holds its own content and
/// the names of its direct children, never their text. Profiles come first in a document, but what
/// they select depends on the rules after them, so they are returned at the end.
final class ChecklistRecords implements Records<ChecklistPart> {
    private final XmlReader reader;
    private final SsgNames names;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Deque<ChecklistPart> ready = new ArrayDeque<>();
    private final List<Element> profiles = new ArrayList<>();
    private final RuleSelection selection = new RuleSelection();

    /// Starts at the tag of the benchmark.
    ChecklistRecords(XmlReader reader, SsgNames names) {
        this.reader = reader;
        this.names = names;
        open.push(new Open(SsgNames.BENCHMARK, reader.depth(), reader.tag()));
    }

    @Override
    public @Nullable ChecklistPart next() throws IOException {
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
            // Read to the end, to detect a document that is truncated after the benchmark.
            while (more) more = reader.next();
            return;
        }
        switch (reader.name()) {
            case "Group" -> group(reader.tag());
            case "Rule" -> rule(reader.element());
            case "Value" -> leaf(SsgNames.VALUE, reader.element());
            case "Profile" -> profile(reader.element());
            case "TestResult", "signature" -> reader.skip();
            default -> innermost().add(reader.element());
        }
    }

    private void group(Element tag) {
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
        ready.add(new ChecklistPart(kind, element, List.of()));
    }

    private void profile(Element profile) {
        innermost().member(SsgNames.PROFILE, profile);
        selection.profile(profile);
        profiles.add(RuleSelection.withoutSelects(profile));
    }

    private void end(Open ended) {
        if (open.isEmpty()) {
            for (Element each : profiles) {
                List<ItemLink> selects =
                        selection.selectedBy(each.attribute("id").orElse("")).stream()
                                .flatMap(id -> names.link("selects", SsgNames.RULE, id).stream())
                                .toList();
                ready.add(new ChecklistPart(SsgNames.PROFILE, each, selects));
            }
        }
        ready.add(ended.part());
    }

    private Open innermost() {
        return Objects.requireNonNull(open.peek());
    }

    /// An open group, or the open benchmark.
    private final class Open {
        final String kind;
        final int depth;
        final Element tag;
        private final List<Element> own = new ArrayList<>();
        private final List<ItemLink> members = new ArrayList<>();

        Open(String kind, int depth, Element tag) {
            this.kind = kind;
            this.depth = depth;
            this.tag = tag;
        }

        void add(Element element) {
            own.add(element);
        }

        void member(String kind, Element element) {
            element.attribute("id")
                    .flatMap(id -> names.link("member", kind, id))
                    .ifPresent(members::add);
        }

        ChecklistPart part() {
            Element element =
                    new Element(tag.namespace(), tag.name(), tag.attributes(), List.copyOf(own));
            return new ChecklistPart(kind, element, members);
        }
    }
}
