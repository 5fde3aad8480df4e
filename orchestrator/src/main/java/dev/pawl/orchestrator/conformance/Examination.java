package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.Signal;
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
        Reader reader = new Reader(findings);
        Optional<Sample> read = new ReadingRules(subject, findings, reader).sample();
        if (read.isEmpty()) return;
        Sample sample = new MappingRules(subject, findings).check(read.get());
        breathe();
        new CursorRules(subject, findings, reader).check(sample);
        breathe();
        new MannersRules(subject, findings).check(sample);
        breathe();
        new SinkRules(subject, findings).check(sample);
        new WholeRules(subject, findings).check(sample);
    }

    /// Lets other tasks of the host go first, which a host in virtual time wants now and then.
    private void breathe() throws InterruptedException {
        Host host = subject.host();
        boolean raised = host.await(new Signal(), host.now());
        assert !raised;
    }
}
