package dev.pawl.images.table;

import dev.pawl.machine.OwnTables;
import java.util.List;

/// The tables of this system. They live in the engine's store, so that a row and its transition are
/// one commit.
///
/// Constraints enforce what the documents demand across tables: a row of `unpacked_images` needs a
/// downloaded image, a row of `snapshots` a verified volume, and an active snapshot an active
/// image. The columns `needs_…` exist only for these constraints.
public final class ImagesSchema {
    public static final OwnTables TABLES =
            new OwnTables(
                    "images",
                    List.of(
                            List.of(
                                    """
                                    create table images (
                                      image_id text primary key,
                                      source text not null,
                                      s3_key text not null,
                                      validator text,
                                      stamp text,
                                      policy text,
                                      local_path text not null,
                                      checksum text,
                                      size_bytes bigint check (size_bytes >= 0),
                                      download_status text not null
                                        check (download_status in ('pending', 'downloading', 'completed', 'failed')),
                                      activation_status text not null default 'inactive'
                                        check (activation_status in ('inactive', 'active', 'failed')),
                                      failure text,
                                      pinned integer not null default 0 check (pinned in (0, 1)),
                                      created_at text not null,
                                      downloaded_at text,
                                      activated_at text,
                                      used_at text not null,
                                      removing text,
                                      unique (image_id, download_status),
                                      unique (image_id, activation_status),
                                      check (download_status <> 'completed'
                                        or (checksum is not null and size_bytes is not null
                                          and downloaded_at is not null)),
                                      check (activation_status <> 'active' or activated_at is not null))
                                    """,
                                    """
                                    create table image_keys (
                                      source text not null,
                                      s3_key text not null,
                                      image_id text not null references images (image_id) on delete cascade,
                                      primary key (source, s3_key))
                                    """,
                                    """
                                    create table volumes (
                                      device_id integer primary key check (device_id between 1 and 16777215),
                                      device_name text not null unique,
                                      image_id text not null references images (image_id),
                                      origin_id integer,
                                      size_bytes bigint not null check (size_bytes > 0),
                                      state text not null
                                        check (state in ('planned', 'creating', 'ready', 'failed', 'deleting')),
                                      run text not null,
                                      changed_at text not null)
                                    """,
                                    """
                                    create table unpacked_images (
                                      image_id text primary key,
                                      device_id integer not null unique references volumes (device_id),
                                      device_name text not null unique,
                                      device_path text not null,
                                      size_bytes bigint not null check (size_bytes >= 0),
                                      file_count bigint not null check (file_count >= 0),
                                      manifest text not null,
                                      layout_verified integer not null check (layout_verified in (0, 1)),
                                      unpacked_at text not null,
                                      needs_download text not null default 'completed'
                                        check (needs_download = 'completed'),
                                      unique (image_id, layout_verified),
                                      foreign key (image_id, needs_download)
                                        references images (image_id, download_status))
                                    """,
                                    """
                                    create table snapshots (
                                      snapshot_id integer primary key references volumes (device_id),
                                      image_id text not null,
                                      snapshot_name text not null unique,
                                      device_path text not null,
                                      origin_device_id integer not null,
                                      active integer not null check (active in (0, 1)),
                                      created_at text not null,
                                      deactivated_at text,
                                      needs_layout integer not null default 1 check (needs_layout = 1),
                                      needs_activation text,
                                      check ((active = 1) = (needs_activation is not null)),
                                      check (needs_activation = 'active'),
                                      foreign key (image_id, needs_layout)
                                        references unpacked_images (image_id, layout_verified),
                                      foreign key (image_id, needs_activation)
                                        references images (image_id, activation_status))
                                    """,
                                    """
                                    create table security_events (
                                      event_id bigint primary key,
                                      at text not null,
                                      image_id text not null,
                                      archive text not null,
                                      policy text not null,
                                      rule text not null,
                                      entry text not null,
                                      message text not null,
                                      run text not null)
                                    """)));

    private ImagesSchema() {}
}
