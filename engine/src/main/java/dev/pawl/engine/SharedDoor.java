package dev.pawl.engine;

import dev.pawl.engine.store.Cluster;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.Item;
import dev.pawl.engine.store.Queued;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Admits runs to queues whose limits hold for all nodes that share the store.
///
/// The hard idea: no node knows what the others are about to admit. So each admission changes an
/// item of the queue, and is made only if that, and the queue's settings, are as they were when the
/// node looked at who holds a slot. Slots that are given back in between only leave more room.
final class SharedDoor implements Queues.Door {
    /// How many runs one commit admits.
    private static final int PICKS_MAX = 200;

    private static final int PAUSE_MILLIS_MAX = 20;

    private final Kernel kernel;
    private final Queues queues;
    private final Runs runs;

    SharedDoor(Parts parts, Runs runs) {
        this.kernel = parts.kernel();
        this.queues = parts.queues();
        this.runs = runs;
    }

    @Override
    public @Nullable Instant admit(String queue) {
        while (!kernel.isClosing()) {
            QueueSettings settings = queues.settings(queue);
            Item before = ledger(kernel, queue);
            QueueBoard board = board(kernel, settings, before, settings.isBounded());
            List<RunId> picked = new ArrayList<>();
            Instant next = pick(board, queue, picked);
            if (picked.isEmpty()) return next;
            Item after = item(queue, board.rate().turned());
            List<Guard> guards =
                    List.of(new Guard.Same(before), new Guard.Same(Queues.item(settings)));
            try {
                runs.applyAll(
                        picked, new Input.Admitted(), _ -> Additions.items(List.of(after), guards));
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.REFUTED) throw e;
                queues.reload();
                kernel.pauseAbout(PAUSE_MILLIS_MAX);
            }
        }
        return null;
    }

    private @Nullable Instant pick(QueueBoard board, String queue, List<RunId> picked) {
        Cluster cluster = kernel.node.cluster();
        while (picked.size() < PICKS_MAX) {
            switch (board.pick(kernel.now())) {
                case QueueBoard.Pick.Nobody(var at) -> {
                    return at;
                }
                case QueueBoard.Pick.Look(var except) -> {
                    int limit = QueueBoard.WINDOW;
                    List<Queued> waiting =
                            cluster.queued(queue, kernel.node.claim(), except, limit);
                    board.refilled(waiting, except, waiting.size() < limit);
                }
                case QueueBoard.Pick.Next(var run) -> picked.add(run.run());
            }
        }
        return null;
    }

    /// Returns a queue as the whole cluster has it now.
    static QueueBoard look(Kernel kernel, QueueSettings settings) {
        return board(kernel, settings, ledger(kernel, settings.name()), true);
    }

    private static QueueBoard board(
            Kernel kernel, QueueSettings settings, Item ledger, boolean holders) {
        RateWindow rate =
                ledger.body() == null ? RateWindow.EMPTY : Queues.decode(ledger, RateWindow.class);
        QueueBoard board = new QueueBoard(settings, rate);
        if (!holders) return board;
        Instant now = kernel.now();
        for (Queued holder : kernel.node.cluster().holders(settings.name())) {
            board.held(holder, now);
        }
        return board;
    }

    private static Item ledger(Kernel kernel, String queue) {
        Optional<Item> present = kernel.store.item(Item.Kind.RATE, queue);
        return present.orElse(new Item(Item.Kind.RATE, queue, null));
    }

    private static Item item(String queue, RateWindow rate) {
        return new Item(Item.Kind.RATE, queue, JsonCodec.JSON.encode(rate));
    }
}
