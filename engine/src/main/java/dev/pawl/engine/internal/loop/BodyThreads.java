package dev.pawl.engine.internal.loop;

import dev.pawl.machine.Writing;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Knows which threads execute a run at this moment: its body, its own SQL, and what listeners do
/// meanwhile. Such a thread must not wait for something that waits for it.
public final class BodyThreads {
    private final Map<Thread, RunId> executing = new ConcurrentHashMap<>();

    /// Executes `work` of a run on this thread.
    public void execute(RunId run, Runnable work) {
        executing.put(Thread.currentThread(), run);
        try {
            work.run();
        } finally {
            executing.remove(Thread.currentThread());
        }
    }

    /// Returns these writings of a run so that they are known while they execute: the store may do
    /// that on a thread of its own.
    public List<Writing> marked(RunId run, List<Writing> writings) {
        if (writings.isEmpty()) return writings;
        return writings.stream().map(each -> marked(run, each)).toList();
    }

    private Writing marked(RunId run, Writing writing) {
        return tx -> {
            boolean added = executing.putIfAbsent(Thread.currentThread(), run) == null;
            try {
                writing.write(tx);
            } finally {
                if (added) executing.remove(Thread.currentThread());
            }
        };
    }

    /// Returns the run that this thread executes, if it executes one.
    public @Nullable RunId present() {
        return executing.get(Thread.currentThread());
    }
}
