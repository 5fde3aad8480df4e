package dev.pawl.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Machine;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.lifecycle.Signals;
import dev.pawl.orchestrator.provider.SourceException;
import dev.pawl.run.RunId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each state of both lifecycles with each signal: signals in the table move the run, all others
/// are refused with the list of accepted ones.
///
/// No conductor runs here: the test sends every signal itself, and the run decides what it accepts
/// (V10).
@Timeout(120)
final class LifecycleTest {
    private static final Map<ProviderState.Verb, Object> SIGNALS =
            new EnumMap<>(
                    Map.of(
                            ProviderState.Verb.START, new Signals.Start(),
                            ProviderState.Verb.GRANT, new Signals.QuotaGranted(1),
                            ProviderState.Verb.REVOKE, new Signals.QuotaRevoked(1, "test"),
                            ProviderState.Verb.PAUSE, new Signals.Pause("test", ""),
                            ProviderState.Verb.RESUME, new Signals.Resume("test"),
                            ProviderState.Verb.STOP, new Signals.Stop("test", "")));
    private static final Map<MacroState.Verb, Object> MACRO =
            new EnumMap<>(
                    Map.of(
                            MacroState.Verb.FIRST_STARTED, new Signals.FirstStarted("a"),
                            MacroState.Verb.ALL_COMPLETED, new Signals.AllCompleted(""),
                            MacroState.Verb.RESTARTED, new Signals.Restarted("a"),
                            MacroState.Verb.DRAIN, new Signals.Drain("test", "")));
    private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource
    void aProviderAcceptsTheSignalsOfItsTable(ProviderState state) throws Exception {
        for (Map.Entry<ProviderState.Verb, Object> each : SIGNALS.entrySet()) {
            Path place = directory.resolve(each.getKey().name());
            try (SimOrchestration orchestration =
                    orchestration(place, state == ProviderState.WAITING_BACKOFF)) {
                RunId run = bring(orchestration, state);
                if (each.getKey() == ProviderState.Verb.GRANT) orchestration.grant("a");
                Optional<ProviderState> to = ProviderState.TABLE.find(state, each.getKey());
                List<String> accepted = new ArrayList<>();
                for (ProviderState.Verb verb : ProviderState.TABLE.accepted(state)) {
                    Object signal = SIGNALS.get(verb);
                    if (signal != null) accepted.add(name(signal));
                }
                check(orchestration, new Offer(run, each.getValue(), to.map(Enum::name), accepted));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "DRAINING", mode = EnumSource.Mode.EXCLUDE)
    void theMacroLifecycleAcceptsTheSignalsOfItsTable(MacroState state) {
        for (Map.Entry<MacroState.Verb, Object> each : MACRO.entrySet()) {
            try (SimOrchestration orchestration =
                    orchestration(directory.resolve(each.getKey().name()), false)) {
                RunId run = bring(orchestration, state);
                List<String> accepted = new ArrayList<>();
                for (MacroState.Verb verb : MacroState.TABLE.accepted(state)) {
                    accepted.add(name(MACRO.getOrDefault(verb, verb)));
                }
                // No permit is held, so it drains at once.
                Optional<String> to =
                        MacroState.TABLE
                                .find(state, each.getKey())
                                .map(next ->
                                        next == MacroState.DRAINING ? MacroState.END : next.name());
                check(orchestration, new Offer(run, each.getValue(), to, accepted));
            }
        }
    }

    private record Offer(RunId run, Object signal, Optional<String> to, List<String> accepted) {}

    private static void check(SimOrchestration orchestration, Offer offer) {
        String before = state(orchestration, offer.run());
        if (offer.to().isPresent()) {
            offer(orchestration, offer.run(), offer.signal());
            assertThat(state(orchestration, offer.run())).isEqualTo(offer.to().get());
            return;
        }
        Refused.NotAccepted refused =
                catchThrowableOfType(
                        Refused.NotAccepted.class,
                        () -> offer(orchestration, offer.run(), offer.signal()));
        assertThat(refused).as("%s on %s", before, offer.signal()).isNotNull();
        assertThat(refused).hasMessageContaining(before);
        assertThat(refused.accepted()).containsExactlyInAnyOrderElementsOf(offer.accepted());
        assertThat(state(orchestration, offer.run())).isEqualTo(before);
    }

    private static void offer(SimOrchestration orchestration, RunId run, Object signal) {
        orchestration.sim().perform((Engine engine) -> engine.offer(run, signal));
        orchestration.sim().settle();
    }

    private static String state(SimOrchestration orchestration, RunId run) {
        return orchestration.sim().engine().run(run).state();
    }

    private static String name(Object signal) {
        return Machine.eventName(signal.getClass());
    }

    /// A provider whose source returns nothing: it hangs, or throttles.
    private static SimOrchestration orchestration(Path place, boolean limited) {
        List<SimOrchestration> made = new ArrayList<>();
        Numbers silent =
                Numbers.of("a", 10)
                        .before((_, _) -> {
                            if (limited) throw SourceException.throttled("busy", LATER);
                            made.getFirst().sim().host().await(new Signal(), LATER);
                        });
        SimOrchestration orchestration = SimOrchestration.stopped(place, options -> {}, silent);
        made.add(orchestration);
        orchestration.sim().open();
        return orchestration;
    }

    private static RunId bring(SimOrchestration orchestration, ProviderState state)
            throws InterruptedException {
        orchestration.start("a");
        RunId run = orchestration.last("a");
        List<Object> way =
                switch (state) {
                    case IDLE -> List.of();
                    case ACQUIRING -> List.of(new Signals.Start());
                    case RUNNING, WAITING_BACKOFF ->
                            List.of(new Signals.Start(), new Signals.QuotaGranted(1));
                    case WAITING_QUOTA ->
                            List.of(
                                    new Signals.Start(),
                                    new Signals.QuotaGranted(1),
                                    new Signals.QuotaRevoked(1, "test"));
                    case PAUSED -> List.of(new Signals.Start(), new Signals.Pause("test", ""));
                    case TERMINATED -> List.of(new Signals.Start(), new Signals.Stop("test", ""));
                };
        for (Object signal : way) {
            if (signal instanceof Signals.QuotaGranted) orchestration.grant("a");
            offer(orchestration, run, signal);
        }
        assertThat(state(orchestration, run)).isEqualTo(state.name());
        return run;
    }

    private static RunId bring(SimOrchestration orchestration, MacroState state) {
        RunId run =
                orchestration
                        .sim()
                        .call((Engine engine) -> orchestration.orchestrator().startMacro(engine));
        orchestration.sim().settle();
        if (state != MacroState.BOOTSTRAPPING)
            offer(orchestration, run, new Signals.FirstStarted("a"));
        if (state == MacroState.STABILIZING)
            offer(orchestration, run, new Signals.AllCompleted(""));
        assertThat(state(orchestration, run)).isEqualTo(state.name());
        return run;
    }
}
