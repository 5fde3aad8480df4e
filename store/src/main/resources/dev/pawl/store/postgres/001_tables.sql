-- Counters of the whole store, in one row. `last_id` is the greatest id of deleted runs and messages.
-- `shift` is added to positions in the log so that they never decrease, even if the tables are moved
-- to a server with lower transaction numbers. `settings` counts changes of settings. `needs` is the
-- newest script that every node must know to get a lease.
create table @progress (
    one integer primary key check (one = 1),
    last_id bigint not null,
    shift bigint not null,
    settings bigint not null,
    needs integer not null
) with (fillfactor = 10);
insert into @progress values (1, 0, 0, 0, 0);

-- Machines and definitions are few and runs are many: a run refers to them by small numbers.
create table @machine (
    id integer generated always as identity primary key,
    name text collate "C" not null unique
);
create table @definition (
    id integer generated always as identity primary key,
    machine integer not null references @machine,
    version integer not null,
    fingerprint text collate "C" not null,
    unique (machine, version, fingerprint)
);

create table @status (
    code integer primary key,
    name text not null
);
insert into @status values
    (0, 'DELAYED'), (1, 'BLOCKED'), (2, 'QUEUED'), (3, 'ACQUIRING'), (4, 'RUNNING'),
    (5, 'BACKING_OFF'), (6, 'WAITING'), (7, 'PAUSED'), (8, 'PARKED'), (9, 'CLEANING'),
    (10, 'COMPLETED'), (11, 'ABORTED'), (12, 'FAILED'), (13, 'EXHAUSTED'), (14, 'CANCELLED'),
    (15, 'EXPIRED'), (16, 'SKIPPED');

-- Node leases. A node may move its runs while its state is LIVE. `claim` is the number of its last
-- claim, `claimed` the ids that it received and `claimed_from` their previous owners.
create sequence @epoch;
create table @node (
    epoch bigint primary key,
    slot integer not null,
    claim bigint not null,
    claimed bigint[] not null,
    claimed_from bigint[] not null,
    joined timestamptz not null,
    seen timestamptz not null,
    until timestamptz not null,
    state text not null,
    name text collate "C" not null,
    address text not null,
    version text not null,
    machines text[] not null,
    versions integer[] not null,
    fingerprints text[] not null
) with (fillfactor = 10);

-- Commit slots of a lease. Each commit updates its slot's row, so ending the lease waits for the commit
-- or makes it fail. A node has as many commits in progress as it has slots. `committed` is the number
-- of the slot's newest commit, `last_id` the greatest id of the messages that it deleted.
create table @commit_slot (
    epoch bigint not null,
    number integer not null,
    live boolean not null,
    committed bigint not null,
    last_id bigint not null,
    primary key (epoch, number)
) with (fillfactor = 10);

-- A run is stored in `body`, `request`, `response` and `owner`; the other columns repeat values for
-- indexes and for the views. Times are nanoseconds since 1970. `chain` is the hash of the newest
-- history chunk.
-- `owner` is the epoch of the node that moves the run. `executing` says that a body may be executing
-- there, and `called` that another node has changed the run since. `pool` and `permits` are the permits
-- that the run waits for or holds.
--
-- A step changes no indexed column, so PostgreSQL writes the new row to the same page and leaves the
-- indexes alone (a heap-only tuple). The fill factor leaves room for that.
create table @run (
    id bigint primary key,
    version bigint not null,
    parent bigint,
    follows bigint,
    behind bigint,
    cause bigint,
    wake bigint,
    created bigint not null,
    updated bigint not null,
    ended bigint,
    chain bigint not null,
    owner bigint not null,
    machine integer not null,
    definition integer not null,
    status integer not null,
    attempt integer not null,
    priority integer,
    permits integer,
    executing boolean not null,
    called boolean not null default false,
    state text collate "C" not null,
    key text collate "C",
    queue text collate "C",
    pool text collate "C",
    idempotency text collate "C",
    error text,
    body bytea not null,
    request bytea not null,
    response bytea
) with (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_threshold = 5000
);

-- Listings by status. Running and completed runs have no entry: the former are found among the live
-- runs, the latter by scanning the table backwards, so the common run costs nothing here.
create index run_open on @run (status) where status <> 10 and status <> 4;
-- The live runs of each node, and those without an owner.
create index run_owner on @run (owner, definition, id) where ended is null;
-- Executing runs that another node has changed.
create index run_called on @run (owner) where called;
-- The earliest wakes of each node; only live runs that wait for a time have an entry.
create index run_wake on @run (owner, wake, id) where wake is not null;
-- The next runs of a queue, and the runs that hold a slot of it.
create index run_queue on @run (queue, priority desc, id) where status = 2;
create index run_slot on @run (queue) where queue is not null and status in (3, 4, 5);
-- The granting node reads only the head of one pool's line. Runs without permits have no entry.
create index run_permits on @run (pool, (coalesce(priority, 0)) desc, id) where status = 3;
-- Children and followers; other runs have no entry.
create index run_parent on @run (parent) where parent is not null;
create index run_follows on @run (follows) where follows is not null;
create index run_behind on @run (behind) where behind is not null;
-- Whether a key is taken. Ended runs have no entry, so its size follows the number of live runs.
create index run_key on @run (machine, key) where key is not null and ended is null;
-- All runs of a key, ended or not, for lookups by key.
create index run_by_key on @run (key) where key is not null;
-- Refuses the second of two nodes that start a run with the same idempotency key.
create unique index run_idempotency on @run (machine, idempotency)
    where idempotency is not null;
-- The runs of a machine that ended first, for retention.
create index run_ended on @run (machine, ended, status) where ended is not null;

-- History entries of one run that were written together, as a JSON array of arrays. The position is
-- that of the last entry; those before it count down from there.
create table @history_chunk (
    position bigint not null,
    run bigint not null,
    first bigint not null,
    last bigint not null,
    chain bigint not null,
    entries text collate "C" not null,
    primary key (run, last)
);
create unique index history_position on @history_chunk (position);

create table @message (
    id bigint primary key,
    recipient bigint not null,
    sent bigint not null,
    owner bigint not null,
    kind text not null,
    name text collate "C" not null,
    body bytea not null
) with (autovacuum_vacuum_scale_factor = 0.05);
create index message_owner on @message (owner, id);

create table @document (
    kind text collate "C" not null,
    name text collate "C" not null,
    body text collate "C" not null,
    primary key (kind, name)
) with (fillfactor = 70);
