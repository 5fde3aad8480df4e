package dev.pawl.diamonds.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Reads stones from files and texts. What a file contains is decided by its first line, not by its
/// name.
final class StockFiles {
    private final Instant loaded;
    private final List<StockStone> stones = new ArrayList<>();
    private final Map<String, String> places = new HashMap<>();

    /// @param loaded when stones that do not say it were updated
    private StockFiles(Instant loaded) {
        this.loaded = loaded;
    }

    static List<StockStone> read(List<Path> files, Instant loaded) throws IOException {
        StockFiles all = new StockFiles(loaded);
        for (Path file : files) all.read(file);
        return all.stones;
    }

    static List<StockStone> parse(List<String> items, Instant loaded) throws StockException {
        StockFiles all = new StockFiles(loaded);
        int number = 0;
        for (String item : items) {
            String place = "item %d".formatted(++number);
            for (StockStone each : all.lines(item, place)) {
                all.add(each, place);
            }
        }
        return all.stones;
    }

    private void read(Path file) throws StockException {
        int number = 0;
        try (BufferedReader lines = open(file)) {
            CsvStones csv = null;
            String line;
            while ((line = lines.readLine()) != null) {
                String place = "%s, line %d".formatted(file, ++number);
                if (line.isBlank()) continue;
                if (csv == null && !line.stripLeading().startsWith("{")) {
                    csv = CsvStones.ofHeader(line, new Place(place, 0, loaded));
                } else if (csv != null) {
                    add(csv.stone(line, new Place(place, stones.size(), loaded)), place);
                } else {
                    for (StockStone each : lines(line, place)) {
                        add(each, place);
                    }
                }
            }
        } catch (StockException e) {
            throw e;
        } catch (IOException e) {
            throw new StockException(
                    "%s, line %d: expected a readable file, found %s"
                            .formatted(file, number + 1, found(e)),
                    e);
        }
    }

    private List<StockStone> lines(String line, String place) throws StockException {
        return StockLines.read(line, new Place(place, stones.size(), loaded));
    }

    private static String found(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "none";
            case FileNotFoundException _ -> "none";
            case CharacterCodingException _ -> "bytes that are not UTF-8";
            default -> String.valueOf(e.getMessage());
        };
    }

    private void add(StockStone stone, String place) throws StockException {
        String before = places.putIfAbsent(stone.id(), place);
        if (before != null) {
            throw new StockException(
                    "%s: expected each id once, found '%s' again (first at %s)"
                            .formatted(place, stone.id(), before));
        }
        stones.add(stone);
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            in.mark(2);
            boolean isGzip = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            InputStream content = isGzip ? new GZIPInputStream(in, 1 << 16) : in;
            var strict =
                    UTF_8.newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT);
            return new BufferedReader(new InputStreamReader(content, strict));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /// Where stones are read.
    ///
    /// @param shown the file and the line, for messages
    /// @param created how many stones the stock has before
    /// @param loaded when stones that do not say it were updated
    record Place(String shown, long created, Instant loaded) {

        StockException error(String message, @Nullable Throwable cause) {
            String text = "%s: %s".formatted(shown, message);
            return cause == null ? new StockException(text) : new StockException(text, cause);
        }

        StockException error(String message) {
            return error(message, null);
        }
    }
}
