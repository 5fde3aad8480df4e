package dev.pawl.images.table;

import dev.pawl.engine.store.Store;
import dev.pawl.images.volume.Device;
import dev.pawl.machine.Transaction.Row;
import dev.pawl.machine.Transaction.RowMapper;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads the tables, as of the last commit.
public final class Catalog {
    private static final String IMAGES =
            "select image_id, source, s3_key, coalesce(validator, ''), local_path,"
                    + " coalesce(checksum, ''), coalesce(size_bytes, 0), coalesce(stamp, ''),"
                    + " coalesce(policy, ''),"
                    + " download_status, activation_status, coalesce(failure, ''), pinned,"
                    + " created_at, coalesce(downloaded_at, ''), coalesce(activated_at, ''),"
                    + " used_at from images";
    private static final String VOLUMES =
            "select device_id, device_name, image_id, size_bytes, state, run from volumes";
    private static final String UNPACKED =
            "select u.image_id, u.device_id, u.device_name, v.size_bytes, u.device_path,"
                    + " u.size_bytes, u.file_count, u.manifest, u.unpacked_at"
                    + " from unpacked_images u join volumes v on v.device_id = u.device_id"
                    + " where u.layout_verified = 1";
    private static final String SNAPSHOTS =
            "select s.snapshot_id, s.snapshot_name, v.size_bytes, s.image_id, s.device_path,"
                    + " s.origin_device_id, s.active, s.created_at"
                    + " from snapshots s join volumes v on v.device_id = s.snapshot_id";

    private final Tables tables;

    public Catalog(Tables tables) {
        this.tables = tables;
    }

    /// Returns the catalog of a store; a store in which no image was ever processed has no tables.
    public static Catalog of(Store store) {
        return new Catalog(store::query);
    }

    public Optional<Image> image(String id) {
        return first(tables.query(IMAGES + " where image_id = ?", Catalog::image, id));
    }

    /// Returns the image that a key leads to.
    public Optional<Image> imageAt(String source, String key) {
        String where =
                " where image_id in"
                        + " (select image_id from image_keys where source = ? and s3_key = ?)";
        return first(tables.query(IMAGES + where, Catalog::image, source, key));
    }

    public List<Image> images() {
        return tables.query(IMAGES + " order by created_at, image_id", Catalog::image);
    }

    public Optional<Volume> volume(String name) {
        return first(
                readable(tables.query(VOLUMES + " where device_name = ?", Catalog::volume, name)));
    }

    /// Returns the device of a volume that has a row.
    public Device device(String name) {
        return volume(name)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "expected a row of volume %s, found none".formatted(name)))
                .device();
    }

    /// Returns the volumes whose rows can be read; [#unreadable] has the others.
    public List<Volume> volumes() {
        return readable(tables.query(VOLUMES + " order by device_id", Catalog::volume));
    }

    /// Returns the rows of volumes with names that no volume can have.
    public List<UnreadableVolume> unreadable() {
        return tables
                .query(
                        VOLUMES + " order by device_id",
                        row -> new UnreadableVolume((int) row.number(1), row.text(2), row.text(3)))
                .stream()
                .filter(row -> !Device.isName(row.name()))
                .toList();
    }

    public List<Volume> volumesOf(String image) {
        return readable(
                tables.query(
                        VOLUMES + " where image_id = ? order by device_id",
                        Catalog::volume,
                        image));
    }

    /// Returns the run that is deleting an image, if one is.
    public Optional<String> removedBy(String image) {
        return first(
                tables.query(
                        "select removing from images where image_id = ? and removing is not null",
                        row -> row.text(1),
                        image));
    }

    public Optional<UnpackedImage> unpacked(String image) {
        return first(tables.query(UNPACKED + " and u.image_id = ?", Catalog::unpacked, image));
    }

    public List<UnpackedImage> unpacked() {
        return tables.query(UNPACKED + " order by u.image_id", Catalog::unpacked);
    }

    public Optional<Snapshot> snapshot(String name) {
        return first(
                readable(
                        tables.query(
                                SNAPSHOTS + " where s.snapshot_name = ?",
                                Catalog::snapshot,
                                name)));
    }

    public List<Snapshot> snapshots() {
        return readable(tables.query(SNAPSHOTS + " order by s.snapshot_id", Catalog::snapshot));
    }

    public List<Snapshot> snapshots(String image) {
        String where = " where s.image_id = ? order by s.snapshot_id";
        return readable(tables.query(SNAPSHOTS + where, Catalog::snapshot, image));
    }

    /// Returns the rejected archives, newest first.
    public List<SecurityEvent> securityEvents(int limit) {
        return tables.query(
                "select at, image_id, archive, policy, rule, entry, message, run"
                        + " from security_events order by event_id desc limit ?",
                Catalog::event,
                limit);
    }

    private static SecurityEvent event(Row row) {
        return new SecurityEvent(
                row.text(1),
                row.text(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.text(6),
                row.text(7),
                row.text(8));
    }

    private static Image image(Row row) {
        return new Image(
                row.text(1),
                new Image.Origin(row.text(2), row.text(3), present(row.text(4))),
                new Image.Copy(row.text(5), row.text(6), row.number(7), row.text(8), row.text(9)),
                row.text(10),
                row.text(11),
                present(row.text(12)),
                row.number(13) == 1,
                new Image.Times(row.text(14), row.text(15), row.text(16), row.text(17)));
    }

    private static Optional<Volume> volume(Row row) {
        if (!Device.isName(row.text(2))) return Optional.empty();
        return Optional.of(
                new Volume(
                        new Device((int) row.number(1), row.text(2), row.number(4)),
                        row.text(3),
                        Volume.Stage.valueOf(row.text(5).toUpperCase(Locale.ROOT)),
                        row.text(6)));
    }

    private static UnpackedImage unpacked(Row row) {
        return new UnpackedImage(
                row.text(1),
                new Device((int) row.number(2), row.text(3), row.number(4)),
                row.text(5),
                row.number(6),
                row.number(7),
                row.text(8),
                row.text(9));
    }

    private static Optional<Snapshot> snapshot(Row row) {
        if (!Device.isName(row.text(2))) return Optional.empty();
        return Optional.of(
                new Snapshot(
                        new Device((int) row.number(1), row.text(2), row.number(3)),
                        row.text(4),
                        row.text(5),
                        (int) row.number(6),
                        row.number(7) == 1,
                        row.text(8)));
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static <T> List<T> readable(List<Optional<T>> rows) {
        return rows.stream().flatMap(Optional::stream).toList();
    }

    private static <T> Optional<T> first(List<T> rows) {
        return rows.stream().findFirst();
    }

    /// A row of `volumes` with a name that no volume can have: there is no volume, only the row.
    public record UnreadableVolume(int id, String name, String imageId) {}

    /// Runs queries: an attempt, a transaction or a store.
    public interface Tables {
        <T> List<T> query(String sql, RowMapper<T> mapper, Object... parameters);
    }
}
