package dev.pawl.controller;

import dev.pawl.controller.ObjectMachine.ObjectEnd;
import dev.pawl.controller.Problem.Where;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Outcome;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The step that acts: performs the pending actions in order, remembers their results and writes
/// the status at most once. After a crash it performs all of them again.
///
/// An action that fails ends the step: those after it and the status are decided again, because the
/// failure may change them.
final class ActStep<V, M, A, U> {
    private final ControllerContext<V, M, A, U> context;
    private final Consumer<ObjectKey> stuck;

    /// Creates the step; `stuck` is called when user code ignores its interruption.
    ActStep(ControllerContext<V, M, A, U> context, Consumer<ObjectKey> stuck) {
        this.context = context;
        this.stuck = stuck;
    }

    Outcome<ObjectEnd> act(Attempt<ObjectRequest, ObjectEnd> attempt) throws InterruptedException {
        ObjectContext decided =
                attempt.context(ObjectContext.class)
                        .orElseThrow(
                                () -> new IllegalStateException("expected a decision, found none"));
        ObjectContext.Pending pending = decided.pending();
        Execution execution = new Execution(attempt, decided);
        if (pending != null) execution.perform(pending);
        ObjectContext next = execution.ended();
        ObjectRows writes = context.writes(attempt.request().key(), attempt.id());
        Instant now = attempt.now();
        String result = String.join("; ", execution.results);
        return attempt.next()
                .withContext(next)
                .writing(tx -> {
                    writes.object(tx, next, null, now);
                    if (pending != null) writes.result(tx, pending.decision(), result);
                });
    }

    /// One execution of the pending work.
    private final class Execution {
        private final Attempt<ObjectRequest, ObjectEnd> attempt;
        private final ObjectKey key;
        private final ObjectContext before;
        private final List<String> results = new ArrayList<>();
        private String memory;
        private @Nullable Problem problem;
        private boolean hasFailed;

        Execution(Attempt<ObjectRequest, ObjectEnd> attempt, ObjectContext before) {
            this.attempt = attempt;
            this.key = attempt.request().key();
            this.before = before;
            this.memory = before.memory();
            this.problem = before.problem();
        }

        void perform(ObjectContext.Pending pending) throws InterruptedException {
            List<String> actions = pending.actions();
            for (int i = 0; i < actions.size() && !hasFailed; i++) {
                context.gate().await("this process to lead", attempt::report);
                Optional<V> view = observed();
                if (view.isEmpty()) return;
                if (!perform(view.get(), actions.get(i))) {
                    Problem failure = problem;
                    if (failure != null) {
                        problem = failure.withheld(actions.subList(i, actions.size()));
                    }
                }
            }
            String update = pending.update();
            if (update != null && !hasFailed) write(update);
        }

        private Optional<V> observed() {
            try {
                Optional<V> view = context.kind().observer().observe(key);
                if (view.isEmpty()) results.add("the object is gone");
                return view;
            } catch (Throwable e) {
                failed(Where.OBSERVER, Failure.of(e).toString());
                return Optional.empty();
            }
        }

        /// Performs an action and returns whether it succeeded.
        private boolean perform(V view, String text) throws InterruptedException {
            A action;
            try {
                action = JsonCodec.JSON.decode(Payload.of(text), context.kind().types().action());
            } catch (RuntimeException e) {
                return failed(Where.ACTION, "it cannot be read: " + Failure.of(e));
            }
            ActionResult result =
                    context.calls()
                            .call(
                                    key + ": " + action.getClass().getSimpleName(),
                                    () -> perform(view, action),
                                    this::report);
            context.wrote(result.writes());
            if (!remember(action, result)) return false;
            return switch (result) {
                case ActionResult.Done done -> {
                    results.add(done.detail());
                    yield true;
                }
                case ActionResult.Failed failed ->
                        failed(
                                Where.ACTION,
                                "%s: %s: %s"
                                        .formatted(
                                                action.getClass().getSimpleName(),
                                                failed.reason(),
                                                failed.detail()));
            };
        }

        private ActionResult perform(V view, A action) throws Exception {
            M known = context.rules().memory(before.memory(memory));
            return context.kind().actuator().perform(key, view, known, action);
        }

        private boolean remember(A action, ActionResult result) {
            try {
                M known = context.rules().memory(before.memory(memory));
                M next = context.kind().evaluator().recorded(known, action, result, attempt.now());
                memory = DecisionRules.checked("memory", DecisionRules.text(next));
                return true;
            } catch (Throwable e) {
                return failed(Where.ACTION, "its result cannot be recorded: " + Failure.of(e));
            }
        }

        private void write(String text) throws InterruptedException {
            context.gate().await("this process to lead", attempt::report);
            Optional<V> view = observed();
            if (view.isEmpty()) return;
            ActionResult result =
                    context.calls()
                            .call(key + ": status", () -> write(view.get(), text), this::report);
            context.wrote(result.writes());
            switch (result) {
                case ActionResult.Done done -> results.add(done.detail());
                case ActionResult.Failed failed ->
                        failed(Where.STATUS, failed.reason() + ": " + failed.detail());
            }
        }

        private ActionResult write(V view, String text) throws Exception {
            U update = JsonCodec.JSON.decode(Payload.of(text), context.kind().types().update());
            if (!context.kind().status().differs(view, update)) {
                return ActionResult.done("the status is as decided");
            }
            Optional<OwnWrite> written = context.kind().status().write(key, view, update);
            return ActionResult.wrote("status written", written.stream().toList());
        }

        private void report(String text, boolean isStuck) {
            attempt.report(text);
            if (isStuck) stuck.accept(key);
        }

        private boolean failed(Where where, String text) {
            hasFailed = true;
            results.add("failed: " + text);
            problem = Problem.after(before.problem(), where, text, context.retrying(attempt.now()));
            return false;
        }

        /// A problem with an action is over when nothing failed, even if a retry was not due.
        ObjectContext ended() {
            Problem left = hasFailed ? problem : remaining();
            return before.memory(memory).problem(left).pending(null);
        }

        private @Nullable Problem remaining() {
            Problem known = before.problem();
            ObjectContext.Pending pending = before.pending();
            if (known == null || pending == null) return known;
            boolean isRetried =
                    known.where() == Where.STATUS
                            ? pending.update() != null
                            : pending.actions().stream().anyMatch(known.withheld()::contains);
            return isRetried ? null : known;
        }
    }
}
