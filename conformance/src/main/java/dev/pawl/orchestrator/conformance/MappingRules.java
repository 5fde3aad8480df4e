package dev.pawl.orchestrator.conformance;

import dev.pawl.orchestrator.provider.MappedItem;
import dev.pawl.orchestrator.provider.PoisonItem;
import dev.pawl.orchestrator.provider.RecordMapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules about the mapping.
final class MappingRules {
    private static final String ENTRY = "an entry";

    private final CheckedProvider subject;
    private final RuleViolations findings;

    MappingRules(CheckedProvider subject, RuleViolations findings) {
        this.subject = subject;
        this.findings = findings;
    }

    /// Checks the rules, and returns the sample, marked exact if its values can be compared.
    ReferenceReading check(ReferenceReading sample) {
        pure(sample);
        named(sample);
        mapped(sample);
        if (findings.allow(ConformanceRule.POISONED)) poisoned(sample);
        boolean exact = !findings.has(ConformanceRule.PURE);
        if (findings.allow(ConformanceRule.UNSPOILT)) unspoilt(sample);
        return new ReferenceReading(sample.provider(), sample.transcript(), exact);
    }

    private void pure(ReferenceReading sample) {
        List<ComparableRecord> first = sample.comparable();
        List<ComparableRecord> second = sample.comparable();
        ListDifference.between("record", first, second)
                .ifPresent(found ->
                        findings.add(
                                ConformanceRule.PURE,
                                found,
                                "a record that was mapped twice; values are compared by equals"));
    }

    private void named(ReferenceReading sample) {
        if (subject.repeats()) return;
        Map<String, Integer> seen = new HashMap<>();
        int number = 0;
        for (Object each : sample.transcript().records()) {
            number++;
            if (!isEntry(sample.provider().mapping(), each)) continue;
            String urn = ComparableRecord.of(sample.provider().mapping(), each).name();
            Integer before = seen.put(urn, number);
            if (before == null) continue;
            findings.add(
                    ConformanceRule.NAMED,
                    "a URN of its own for each entry",
                    "%s for records %d and %d".formatted(urn, before, number),
                    "one cycle");
        }
    }

    private static boolean isEntry(RecordMapping<Object, Object> mapping, Object record) {
        try {
            MappedItem<Object> entry = mapping.map(record);
            return entry != null;
        } catch (PoisonItem | RuntimeException _) {
            return false;
        }
    }

    private void mapped(ReferenceReading sample) {
        int number = 0;
        for (Object each : sample.transcript().records()) {
            String where = place(++number);
            String expected = "an entry or a PoisonItem";
            try {
                MappedItem<Object> entry = sample.provider().mapping().map(each);
                if (entry == null) findings.add(ConformanceRule.MAPPED, expected, "null", where);
            } catch (PoisonItem _) {
                // Allowed; another rule checks its contents.
            } catch (RuntimeException e) {
                findings.add(ConformanceRule.MAPPED, expected, e.toString(), where);
            }
        }
    }

    private static String place(int number) {
        return "record %d of the source".formatted(number);
    }

    private void poisoned(ReferenceReading sample) {
        RecordMapping<Object, Object> mapping = sample.provider().mapping();
        int number = 0;
        for (Object each : sample.transcript().records()) {
            String found = poison(mapping, each, place(++number));
            assert found.isEmpty() || found.equals(ENTRY);
        }
        for (Object each : subject.broken()) {
            String where = "the broken record " + ReportText.brief(each);
            String found = poison(mapping, each, where);
            if (!found.isEmpty())
                findings.add(ConformanceRule.POISONED, "a PoisonItem", found, where);
        }
    }

    /// Checks the PoisonItem of a record; returns "" or, if there is none, what was found instead.
    private String poison(RecordMapping<Object, Object> mapping, Object record, String where) {
        try {
            MappedItem<Object> entry = mapping.map(record);
            return entry == null ? "null" : ENTRY;
        } catch (PoisonItem e) {
            said("reason", e.getMessage(), where);
            said("payload", e.payload(), where);
            if (e.urn() == null) {
                findings.add(
                        ConformanceRule.POISONED,
                        "a PoisonItem with a URN, or \"\"",
                        "null",
                        where);
            }
            return "";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private void said(String what, @Nullable String text, String where) {
        if (text != null && !text.isBlank()) return;
        String found = text == null ? "null" : "'%s'".formatted(text);
        findings.add(ConformanceRule.POISONED, "a PoisonItem with a " + what, found, where);
    }

    private void unspoilt(ReferenceReading sample) {
        List<ComparableRecord> before = sample.comparable();
        for (Object each : subject.broken()) {
            ComparableRecord bad = ComparableRecord.of(sample.provider().mapping(), each);
            ListDifference.between("record", before, sample.comparable())
                    .ifPresent(found ->
                            findings.add(
                                    ConformanceRule.UNSPOILT,
                                    found,
                                    "records mapped after " + bad));
        }
    }
}
