package dev.pawl.orchestrator.conformance;

import java.util.Optional;

/// One check of one provider: part by part, first those that others build on.
final class ConformanceCheck {
    private final CheckedProvider subject;
    private final RuleViolations findings = new RuleViolations();

    ConformanceCheck(CheckedProvider subject) {
        this.subject = subject;
    }

    ConformanceReport report() throws InterruptedException {
        String id = new ConfigurationRules(subject, findings).check();
        if (findings.allow(ConformanceRule.READABLE)) checkParts();
        return findings.report(id);
    }

    private void checkParts() throws InterruptedException {
        RecordingReader reader = new RecordingReader(subject, findings);
        Optional<ReferenceReading> read = new ReadingRules(subject, findings, reader).sample();
        if (read.isEmpty()) return;
        ReferenceReading sample = new MappingRules(subject, findings).check(read.get());
        new CursorRules(subject, findings, reader).check(sample);
        new InterruptionRules(subject, findings).check(sample);
        new SinkRules(subject, findings).check(sample);
        new EngineRules(subject, findings).check(sample);
    }
}
