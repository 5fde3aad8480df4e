package dev.pawl.examples;

import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.Machine;
import dev.pawl.run.Predecessor;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.SqliteStore;

/// Runs one machine after another: as part of the definition, or as an option of a start.
final class ThenChain {
    record Download(String image) {}

    record File(String path) {}

    record Unpack(String archive) {}

    record Volume(String device) {}

    static final Machine<Unpack, Volume> UNPACK =
            Machine.named("unpack", Unpack.class, Volume.class)
                    .step("unpack", a -> a.next(new Volume("volume of " + a.request().archive())))
                    .build();

    static final Machine<Download, File> DOWNLOAD =
            Machine.named("download", Download.class, File.class)
                    .step("get", a -> a.next(new File("/tmp/" + a.request().image() + ".tar")))
                    .then(UNPACK, file -> new Unpack(file.path()))
                    .build();

    static final Machine<Download, File> BROKEN =
            Machine.named("broken", Download.class, File.class)
                    .step("get", a -> a.fail("no such image"))
                    .build();

    static void main(String... args) throws Exception {
        var store = SqliteStore.open(Scratch.home(args));
        try (Engine engine = Engine.open(store, DOWNLOAD, UNPACK, BROKEN)) {
            RunId first = engine.start(DOWNLOAD.start(new Download("alpine")));
            Scratch.end(engine, first);
            Run next = engine.runs(Filter.ALL.machine("unpack"), Page.newest(1)).getFirst();
            IO.println(engine.await(UNPACK, next.id(), Scratch.SOON));
            IO.println("caused by the first: " + first.equals(next.origin().links().cause()));

            RunId broken = engine.start(BROKEN.start(new Download("nothing")));
            var unpack = UNPACK.start(new Unpack("nothing.tar"));
            RunId onSuccess = engine.start(unpack.after(broken, Predecessor.On.SUCCESS));
            RunId onFailure = engine.start(unpack.after(broken, Predecessor.On.FAILURE));
            IO.println("after success: " + Scratch.end(engine, onSuccess).status());
            IO.println("after failure: " + Scratch.end(engine, onFailure).status());
        }
    }
}
