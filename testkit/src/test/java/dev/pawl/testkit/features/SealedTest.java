package dev.pawl.testkit.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import dev.pawl.testkit.SimEngine;
import dev.pawl.testkit.StoreCheck;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Sealed interfaces as request, response and event, also across a crash.
final class SealedTest {
    private static final Machine<Order, Answer> SHOP =
            Machine.named("shop", Order.class, Answer.class)
                    .step("check", SealedTest::check)
                    .await("decide", w -> w.on(Decision.class, "act"))
                    .step("act", SealedTest::act)
                    .build();

    @RegisterExtension private final StoreCheck stores = new StoreCheck();

    private static Outcome<Answer> check(Attempt<Order, Answer> attempt) {
        return attempt.next(
                switch (attempt.request()) {
                    case Goods(var item, var pieces) -> new Accepted(item + " × " + pieces);
                    case Service.Repair(var item) -> new Accepted("repair of " + item);
                    case Service.Other.NOTHING -> new Rejected("nothing to do", 7);
                });
    }

    private static Outcome<Answer> act(Attempt<Order, Answer> attempt) {
        Decision decision = attempt.event(Decision.class).orElseThrow();
        Answer before = attempt.response().orElseThrow();
        assertThat(attempt.event(No.class).isPresent()).isEqualTo(decision instanceof No);
        return attempt.next(
                switch (decision) {
                    case Yes _ -> before;
                    case No(var why) -> new Rejected(why, before.toString().length());
                    case Default.LATER -> new Rejected("later", 1);
                    case Default.NEVER -> new Rejected("never", 2);
                });
    }

    @Test
    void aSealedValueKeepsItsType() throws InterruptedException {
        record Case(Order order, Decision decision, Answer answer) {}
        List<Case> cases =
                List.of(
                        new Case(new Goods("lamp", 2), new Yes(), new Accepted("lamp × 2")),
                        new Case(
                                new Service.Repair("lamp"),
                                new No("late"),
                                new Rejected("late", 29)),
                        new Case(Service.Other.NOTHING, Default.LATER, new Rejected("later", 1)),
                        new Case(new Goods("x", 1), Default.NEVER, new Rejected("never", 2)));
        SimEngine sim = SimEngine.of(stores, o -> o.machines(SHOP));
        for (Case each : cases) {
            RunId id = sim.call(e -> e.start(SHOP.start(each.order())));
            sim.settle();
            sim.restart();
            sim.settle();
            sim.perform(e -> e.send(id, each.decision()));
            sim.restart();
            sim.settle();
            assertThat(sim.engine().run(id).status()).isEqualTo(RunStatus.COMPLETED);
            Answer answer = sim.call(e -> e.await(SHOP, id, Duration.ofSeconds(1)));
            assertThat(answer).isEqualTo(each.answer());
        }
        sim.close();
    }

    sealed interface Order permits Goods, Service {}

    record Goods(String item, int pieces) implements Order {}

    sealed interface Service extends Order permits Service.Repair, Service.Other {
        record Repair(String item) implements Service {}

        enum Other implements Service {
            NOTHING
        }
    }

    sealed interface Answer permits Accepted, Rejected {}

    record Accepted(String what) implements Answer {}

    record Rejected(String why, int code) implements Answer {}

    sealed interface Decision permits Yes, No, Default {}

    record Yes() implements Decision {}

    record No(String why) implements Decision {}

    enum Default implements Decision {
        LATER,
        NEVER
    }
}
