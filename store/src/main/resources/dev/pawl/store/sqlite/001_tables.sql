-- Counters of the whole store, in one row. Positions and ids never decrease, even if retention deletes
-- their rows. `journal` is the last group of the journal's files that is in these tables, `store` the
-- number of this store, which those files contain too; `journaled` says that there may be newer groups.
create table progress (
    one integer primary key check (one = 1),
    last_id integer not null,
    position integer not null,
    journal integer not null,
    store integer not null,
    journaled integer not null
);
insert into progress values (1, 0, 0, 0, random(), 0);

-- Machines and definitions are few and runs are many: a run refers to them by small numbers.
create table machine (
    id integer primary key,
    name text not null unique
);
create table definition (
    id integer primary key,
    machine integer not null references machine,
    version integer not null,
    fingerprint text not null,
    unique (machine, version, fingerprint)
);

create table status (
    code integer primary key,
    name text not null
);
insert into status values
    (0, 'DELAYED'), (1, 'BLOCKED'), (2, 'QUEUED'), (3, 'ACQUIRING'), (4, 'RUNNING'),
    (5, 'BACKING_OFF'), (6, 'WAITING'), (7, 'PAUSED'), (8, 'PARKED'), (9, 'CLEANING'),
    (10, 'COMPLETED'), (11, 'ABORTED'), (12, 'FAILED'), (13, 'EXHAUSTED'), (14, 'CANCELLED'),
    (15, 'EXPIRED'), (16, 'SKIPPED');

-- A run is stored in `body`, `request` and `response`; the other columns repeat values for indexes and
-- for the views. Times are nanoseconds since 1970. `chain` is the hash of the newest history chunk. The
-- large columns come last, so that a scan of the small ones does not touch their pages.
create table run (
    id integer primary key,
    machine integer not null,
    definition integer not null,
    status integer not null,
    version integer not null,
    state text not null,
    key text,
    queue text,
    priority integer,
    parent integer,
    follows integer,
    behind integer,
    cause integer,
    wake integer,
    created integer not null,
    updated integer not null,
    ended integer,
    attempt integer not null,
    idempotency text,
    chain integer not null,
    error text,
    body blob not null,
    request blob not null,
    response blob
);

-- Listings by status. Completed runs have no entry: most runs are completed, so scanning the table
-- backwards finds a page of them at once, and the common run costs nothing here.
create index run_open on run (status) where status <> 10;
-- The earliest wakes; only live runs that wait for a time have an entry.
create index run_wake on run (wake) where wake is not null;
-- The next runs of a queue; a run has an entry while it is queued.
create index run_queue on run (queue, priority desc, id) where status = 2;
-- Children and followers; other runs have no entry.
create index run_parent on run (parent) where parent is not null;
create index run_follows on run (follows) where follows is not null;
create index run_behind on run (behind) where behind is not null;
-- Whether a key is taken. Ended runs have no entry, so its size follows the number of live runs, and a
-- start with a new key is cheap however many runs are stored.
create index run_key on run (machine, key) where key is not null and ended is null;
-- All runs of a key, ended or not, for lookups by key. An entry takes the key and about 15 bytes. Keys
-- that grow are appended; random keys touch a page each.
create index run_by_key on run (key) where key is not null;
-- Runs that were started with an idempotency key, ended or not.
create index run_idempotency on run (machine, idempotency) where idempotency is not null;
-- The runs of a machine that ended first, for retention; new entries are appended. It contains the
-- status, so that ended runs are counted without touching the table.
create index run_ended on run (machine, ended, status) where ended is not null;

-- History entries of one run that were written together, as a JSON array of arrays. The position is
-- that of the last entry; those before it count down from there.
create table history_chunk (
    position integer primary key,
    run integer not null,
    first integer not null,
    last integer not null,
    chain integer not null,
    entries text not null
);
create index history_run on history_chunk (run, last);

create table message (
    id integer primary key,
    recipient integer not null,
    kind text not null,
    name text not null,
    sent integer not null,
    body blob not null
);

create table document (
    kind text not null,
    name text not null,
    body text not null,
    primary key (kind, name)
) without rowid;
