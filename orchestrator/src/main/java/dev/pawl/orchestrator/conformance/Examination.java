package dev.pawl.orchestrator.conformance;

import java.util.Optional;

/// One check of one provider: part by part, the parts that others build on first.
final class Examination {
    private final Subject subject;
    private final Findings findings = new Findings();

    Examination(Subject subject) {
        this.subject = subject;
    }

    Report report() throws InterruptedException {
        String id = new ConfigurationRules(subject, findings).check();
        if (findings.allow(Rule.READABLE)) examine();
        return findings.report(id);
    }

    private void examine() throws InterruptedException {
        Reader reader = new Reader(subject, findings);
        Optional<Sample> read = new ReadingRules(subject, findings, reader).sample();
        if (read.isEmpty()) return;
        Sample sample = new MappingRules(subject, findings).check(read.get());
        new CursorRules(subject, findings, reader).check(sample);
        new MannersRules(subject, findings).check(sample);
        new SinkRules(subject, findings).check(sample);
        new WholeRules(subject, findings).check(sample);
    }
}
