package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.Entry;
import dev.pawl.orchestrator.provider.Mapping;
import dev.pawl.orchestrator.provider.PoisonItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What records become.
final class MappingRules {
    private static final String ENTRY = "an entry";

    private final Subject subject;
    private final Findings findings;

    MappingRules(Subject subject, Findings findings) {
        this.subject = subject;
        this.findings = findings;
    }

    /// Checks them, and returns the sample with what is known about its values.
    Sample check(Sample sample) {
        pure(sample);
        named(sample);
        mapped(sample);
        if (findings.allow(Rule.POISONED)) poisoned(sample);
        boolean exact = !findings.has(Rule.PURE);
        if (findings.allow(Rule.UNSPOILT)) unspoilt(sample);
        return new Sample(sample.provider(), sample.transcript(), exact);
    }

    private void pure(Sample sample) {
        List<Told> first = sample.told();
        List<Told> second = sample.told();
        Difference.between("record", first, second)
                .ifPresent(found ->
                        findings.add(
                                Rule.PURE,
                                found,
                                "a record that was mapped twice; values are compared by equals"));
    }

    private void named(Sample sample) {
        if (subject.repeats()) return;
        Map<String, Integer> seen = new HashMap<>();
        int number = 0;
        for (Object each : sample.transcript().records()) {
            number++;
            if (!isEntry(sample.provider().mapping(), each)) continue;
            String urn = Told.of(sample.provider().mapping(), each).name();
            Integer before = seen.put(urn, number);
            if (before == null) continue;
            findings.add(
                    Rule.NAMED,
                    "a URN of its own for each entry",
                    "%s for records %d and %d".formatted(urn, before, number),
                    "one cycle");
        }
    }

    private static boolean isEntry(Mapping<Object, Object> mapping, Object record) {
        try {
            Entry<Object> entry = mapping.map(record);
            return entry != null;
        } catch (PoisonItem | RuntimeException _) {
            return false;
        }
    }

    private void mapped(Sample sample) {
        int number = 0;
        for (Object each : sample.transcript().records()) {
            String where = place(++number);
            String expected = "an entry or a PoisonItem";
            try {
                Entry<Object> entry = sample.provider().mapping().map(each);
                if (entry == null) findings.add(Rule.MAPPED, expected, "null", where);
            } catch (PoisonItem _) {
                // That is an answer; whether a good one is another rule.
            } catch (RuntimeException e) {
                findings.add(Rule.MAPPED, expected, e.toString(), where);
            }
        }
    }

    private static String place(int number) {
        return "record %d of the source".formatted(number);
    }

    private void poisoned(Sample sample) {
        Mapping<Object, Object> mapping = sample.provider().mapping();
        int number = 0;
        for (Object each : sample.transcript().records()) {
            String found = poison(mapping, each, place(++number));
            assert found.isEmpty() || found.equals(ENTRY);
        }
        for (Object each : subject.broken()) {
            String where = "the broken record " + Words.brief(each);
            String found = poison(mapping, each, where);
            if (!found.isEmpty()) findings.add(Rule.POISONED, "a PoisonItem", found, where);
        }
    }

    /// Looks at the poison that a record is; returns what it is if it is none, or "".
    private String poison(Mapping<Object, Object> mapping, Object record, String where) {
        try {
            Entry<Object> entry = mapping.map(record);
            return entry == null ? "null" : ENTRY;
        } catch (PoisonItem e) {
            said("reason", e.getMessage(), where);
            said("payload", e.payload(), where);
            if (e.urn() == null) {
                findings.add(Rule.POISONED, "a PoisonItem with a URN, or \"\"", "null", where);
            }
            return "";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private void said(String what, @Nullable String text, String where) {
        if (text != null && !text.isBlank()) return;
        String found = text == null ? "null" : "'%s'".formatted(text);
        findings.add(Rule.POISONED, "a PoisonItem with a " + what, found, where);
    }

    private void unspoilt(Sample sample) {
        List<Told> before = sample.told();
        for (Object each : subject.broken()) {
            Told bad = Told.of(sample.provider().mapping(), each);
            Difference.between("record", before, sample.told())
                    .ifPresent(found ->
                            findings.add(Rule.UNSPOILT, found, "records mapped after " + bad));
        }
    }
}
