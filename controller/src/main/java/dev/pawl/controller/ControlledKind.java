package dev.pawl.controller;

import dev.pawl.machine.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A kind of objects and the code that controls them.
///
/// @param name names the machine, the tables' rows and the logs, such as `class-runtime`
/// @param types the classes of all values that are stored
public record ControlledKind<V, M, A, U>(
        String name,
        Types<V, M, A, U> types,
        Observer<V> observer,
        Evaluator<V, M, A, U> evaluator,
        Actuator<V, M, A> actuator,
        StatusWriter<V, U> status) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,40}");

    public ControlledKind {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "expected a kind of letters a to z, digits and '-', found '%s'"
                            .formatted(name));
        }
        List<String> faults = types.faults();
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected types of %s that JSON can store, found: %s"
                            .formatted(name, String.join("; ", faults)));
        }
    }

    /// Returns this kind with another evaluator.
    public ControlledKind<V, M, A, U> evaluator(Evaluator<V, M, A, U> other) {
        return new ControlledKind<>(name, types, observer, other, actuator, status);
    }

    /// The classes of views, memories, actions and updates.
    public record Types<V, M, A, U>(
            Class<V> view, Class<M> memory, Class<A> action, Class<U> update) {

        List<String> faults() {
            List<String> faults = new ArrayList<>();
            for (Class<?> type : List.of(view, memory, action, update)) {
                JsonCodec.JSON
                        .fault(type)
                        .ifPresent(fault -> faults.add(type.getSimpleName() + ": " + fault));
            }
            return faults;
        }
    }
}
