package dev.pawl.orchestrator.conformance;

import dev.pawl.engine.Host;
import dev.pawl.engine.RealHost;
import dev.pawl.engine.Signal;
import dev.pawl.orchestrator.provider.Portion;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// How a source bears interruptions and company.
final class MannersRules {
    private static final int PORTION = ReadingRules.PORTION;
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Subject subject;
    private final Findings findings;

    MannersRules(Subject subject, Findings findings) {
        this.subject = subject;
        this.findings = findings;
    }

    void check(Sample sample) throws InterruptedException {
        if (findings.allow(Rule.INTERRUPTIBLE)) {
            interrupted(0);
            if (!findings.has(Rule.INTERRUPTIBLE)) interrupted(1);
        }
        if (findings.allow(Rule.UNDISTURBED)) undisturbed(sample);
    }

    /// Reads on a thread that is interrupted after some portions: whatever then waits must not. The
    /// thread is a real one, since nothing else can be left behind.
    private void interrupted(int portions) throws InterruptedException {
        subject.breathe();
        Host host = new RealHost();
        Signal over = new Signal();
        AtomicReference<@Nullable Exception> unclosed = new AtomicReference<>();
        host.start(
                "interrupted reading",
                () -> {
                    try {
                        unclosed.set(readInterrupted(host, portions));
                    } finally {
                        host.raise(over);
                    }
                });
        String where = "a reading interrupted after %d portions".formatted(portions);
        if (!awaitOver(host, over)) {
            String found = "it reads on after " + subject.patience();
            findings.add(Rule.INTERRUPTIBLE, "the end of the reading", found, where);
        }
        Exception problem = unclosed.get();
        if (problem != null) {
            findings.add(Rule.INTERRUPTIBLE, "a reading that closes", problem.toString(), where);
        }
    }

    private boolean awaitOver(Host host, Signal over) throws InterruptedException {
        Instant until = host.now().plus(subject.patience());
        while (host.now().isBefore(until)) {
            Instant soon = host.now().plus(LOOK_AGAIN);
            if (host.await(over, soon.isBefore(until) ? soon : until)) return true;
            subject.breathe();
        }
        return false;
    }

    /// Returns why the reading could not be closed, or null; how it ends is its own affair.
    private @Nullable Exception readInterrupted(Host host, int portions) {
        Reading<Object> reading;
        try {
            reading = subject.make().source().open(Sample.BEGIN);
        } catch (Exception e) {
            return e;
        }
        try {
            for (int i = 0; i < portions; i++) {
                Portion<Object> calm = reading.next(PORTION);
                if (calm == null) break;
            }
            Thread.currentThread().interrupt();
            for (int i = 0; i < Reader.RECORDS_MAX; i++) {
                Portion<Object> more = reading.next(PORTION);
                if (more == null) break;
            }
        } catch (Exception _) {
            // An interrupted reading may end by any exception.
        }
        host.clearInterrupt();
        try {
            reading.close();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    /// Reads two in turns, and closes the second in the middle.
    private void undisturbed(Sample sample) throws InterruptedException {
        subject.breathe();
        Provider<Object, Object> provider = subject.make();
        List<Object> first = new ArrayList<>();
        List<Object> second = new ArrayList<>();
        Exception problem = null;
        try (Reading<Object> one = provider.source().open(Sample.BEGIN)) {
            boolean more = read(one, first);
            try (Reading<Object> other = provider.source().open(Sample.BEGIN)) {
                while (more && first.size() < sample.size() / 2) {
                    more = read(other, second) && read(one, first);
                }
            }
            while (more) more = read(one, first);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            problem = e;
        }
        List<Told> expected = sample.told();
        List<Told> found = told(provider, first, sample.exact());
        if (problem != null) found.add(Told.of(problem));
        compare(expected, found, "the first of two readings, in turns");
        int read = Math.min(second.size(), expected.size());
        found = told(provider, second, sample.exact());
        compare(expected.subList(0, read), found, "the second of two readings, in turns");
    }

    private static boolean read(Reading<Object> reading, List<Object> to) throws Exception {
        Portion<Object> portion = reading.next(PORTION);
        if (portion == null) return false;
        to.addAll(portion.records());
        return to.size() <= Reader.RECORDS_MAX;
    }

    private static List<Told> told(
            Provider<Object, Object> provider, List<Object> records, boolean exact) {
        Transcript.Leg all = new Transcript.Leg(records, "");
        return new Transcript(provider.mapping(), List.of(all), null).told(exact);
    }

    private void compare(List<Told> expected, List<Told> found, String where) {
        Difference.between("record", expected, found)
                .ifPresent(each -> findings.add(Rule.UNDISTURBED, each, where));
    }
}
