package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Feed;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Logged;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Recovery;
import dev.pawl.machine.Uniqueness;
import java.time.Instant;
import java.util.List;

/// Reads what happens to providers and does what follows: tells it as events, starts those whose
/// time has come, shares permits out, and moves the lifecycle of the whole.
///
/// It is a run like others, so there is one, it outlives its process, and what it tells becomes
/// durable together with how far it has read. Whatever it does besides is done to a state that it
/// names, so doing it again changes nothing.
final class Conductor {
    static final String NAME = "conductor";

    private final Workshop shop;

    Conductor(Workshop shop) {
        this.shop = shop;
    }

    Machine<ConductorRequest, ConductorEnd> machine() {
        return Machine.named(NAME, ConductorRequest.class, ConductorEnd.class)
                .step(
                        "conduct",
                        this::conduct,
                        s ->
                                s.retry(dev.pawl.machine.Retry.forever())
                                        .recovery(
                                                Recovery.resume()
                                                        .persists("how far it has read and told")
                                                        .crashes(Integer.MAX_VALUE)))
                .unique(Uniqueness.ATTACH)
                .build();
    }

    private Outcome<ConductorEnd> conduct(Attempt<ConductorRequest, ConductorEnd> a)
            throws InterruptedException {
        Engine engine = shop.engine();
        Score score = shop.score(a::query);
        Instant until = a.now();
        try (Feed feed = engine.feed(score.position())) {
            while (true) {
                List<Logged> news = feed.next(until);
                Turn turn = new Turn(shop, score, a::query);
                news.forEach(turn::hear);
                turn.act();
                score = turn.score(feed.position());
                if (turn.changes()) return a.again(a.request()).writing(turn.writing(score));
                until = turn.nextLook();
            }
        } catch (Refused.Closed _) {
            return a.again(a.request());
        }
    }

    /// What a conductor is started with.
    record ConductorRequest(String id) {}

    /// It ends by nobody but a person: where everything is drained it waits for the next beginning.
    record ConductorEnd() {}
}
