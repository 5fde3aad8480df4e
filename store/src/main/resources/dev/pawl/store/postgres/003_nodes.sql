-- Ends node leases once their commits in progress have finished.
create function @end(epochs bigint[], how text) returns void language plpgsql as $$
begin
    update @node as node set state = how where node.epoch = any(epochs) and node.state = 'LIVE';
    update @commit_slot as slot set live = false where slot.epoch = any(epochs);
end
$$;

-- Releases a node's own lease.
create function @leave(me bigint) returns void language plpgsql as $$
begin
    update @node as node set seen = now() where node.epoch = me and node.state = 'LIVE';
    if found then
        perform @end(array[me], 'LEFT');
        perform pg_notify('{channel}', '*');
    end if;
end
$$;

-- Grants a lease to a node, with the lowest free slot. `known` is the number of scripts that the node
-- knows; one that is too old for the tables gets no lease.
create function @join(
    known integer, node_name text, node_address text, node_version text,
    names text[], numbers integer[], prints text[], lease interval, node_slots integer,
    commit_slots integer
) returns table (epoch bigint, slot integer) language plpgsql as $$
#variable_conflict use_column
declare
    free integer;
    mine bigint;
    needed integer;
begin
    perform pg_advisory_xact_lock(hashtextextended('{channel} join', 0));
    select progress.needs into needed from @progress as progress;
    if needed > known then
        raise exception using errcode = 'PW005',
            message = 'the tables are of a newer version of Pawl than node ' || node_name || ' (they need migration ' || needed || ', and it knows '
            || known || '): stop it, and start it with that version';
    end if;
    perform @end(array(select node.epoch from @node as node
        where node.state = 'LIVE' and node.name = node_name), 'LOST');
    select min(s.n) into free from generate_series(0, node_slots - 1) as s(n)
    where not exists (select from @node as node where node.state = 'LIVE' and node.slot = s.n);
    if free is null then
        raise exception using errcode = 'PW004',
            message = 'all ' || node_slots || ' slots are taken';
    end if;
    mine := nextval('@epoch');
    insert into @node (epoch, slot, claim, claimed, claimed_from, joined, seen, until, state, name,
        address, version, machines, versions, fingerprints)
    values (mine, free, 0, '{}', '{}', now(), now(), now() + lease, 'LIVE', node_name, node_address,
        node_version, names, numbers, prints);
    insert into @commit_slot (epoch, number, live, committed, last_id)
    select mine, slot.number, true, 0, 0 from generate_series(0, commit_slots - 1) as slot(number);
    perform pg_notify('{channel}', '*');
    return query select mine, free;
end
$$;

-- The definitions whose runs a node may claim: its own, and those of its machines that no other live
-- node has.
create function @fitting(
    names text[], numbers integer[], prints text[],
    other_names text[], other_numbers integer[], other_prints text[]
) returns integer[] stable language sql as $$
    select coalesce(array_agg(definition.id), '{}')
    from @definition as definition
    join @machine as machine on machine.id = definition.machine
    where machine.name = any(names)
        and (exists (
                select from unnest(names, numbers, prints) as mine(name, number, print)
                where mine.name = machine.name and mine.number = definition.version
                    and mine.print = definition.fingerprint)
            or not exists (
                select from unnest(other_names, other_numbers, other_prints)
                    as other(name, number, print)
                where other.name = machine.name and other.number = definition.version
                    and other.print = definition.fingerprint))
$$;

-- The owners of live runs: one index probe per owner, not one per run.
create function @owners() returns setof bigint stable language sql as $$
    with recursive jump(owner) as (
        (select run.owner from @run as run where run.ended is null order by run.owner limit 1)
        union all
        select (select run.owner from @run as run
            where run.ended is null and run.owner > jump.owner order by run.owner limit 1)
        from jump where jump.owner is not null)
    select owner from jump where owner is not null
$$;

create function @senders() returns setof bigint stable language sql as $$
    with recursive jump(owner) as (
        (select message.owner from @message as message order by message.owner limit 1)
        union all
        select (select message.owner from @message as message
            where message.owner > jump.owner order by message.owner limit 1)
        from jump where jump.owner is not null)
    select owner from jump where owner is not null
$$;

create function @queues_in_use() returns setof text stable language sql as $$
    with recursive jump(queue) as (
        (select run.queue from @run as run
            where run.status = 2 and run.queue is not null order by run.queue limit 1)
        union all
        select (select run.queue from @run as run
            where run.status = 2 and run.queue > jump.queue order by run.queue limit 1)
        from jump where jump.queue is not null)
    select queue from jump where queue is not null
$$;

-- Extends a lease and returns what changed, with a row for each known node lease.
create function @heartbeat(
    me bigint, lease interval,
    names text[], numbers integer[], prints text[],
    other_names text[], other_numbers integer[], other_prints text[]
) returns table (
    clock timestamptz, claimable boolean, called bigint[], queues text[], settings bigint,
    epoch bigint, name text, address text, version text, machines text[], versions integer[],
    fingerprints text[], state text, joined timestamptz, seen timestamptz, until timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
    fits integer[];
    dead bigint[];
    can_claim boolean;
begin
    update @node set seen = now(), until = now() + lease where epoch = me and state = 'LIVE';
    if not found then
        raise exception using errcode = 'PW003', message = 'the lease of node ' || me || ' is lost';
    end if;
    fits := @fitting(names, numbers, prints, other_names, other_numbers, other_prints);
    select array_agg(o.owner) into dead from @owners() as o(owner)
    where not exists (select from @node as node
        where node.epoch = o.owner and node.state = 'LIVE' and node.until >= now());
    can_claim := exists (
        select from unnest(dead) as o(owner)
        cross join unnest(fits) as d(definition)
        where exists (select from @run as run
            where run.owner = o.owner and run.definition = d.definition and run.ended is null));
    can_claim := can_claim or exists (
        select from @senders() as s(owner) where not exists (select from @node as node
            where node.epoch = s.owner and node.state = 'LIVE' and node.until >= now()));
    return query
    select now(), can_claim,
        (select coalesce(array_agg(run.id), '{}') from @run as run
            where run.owner = me and run.called),
        (select coalesce(array_agg(q.name), '{}') from @queues_in_use() as q(name)),
        (select progress.settings from @progress as progress),
        node.epoch, node.name, node.address, node.version, node.machines, node.versions,
        node.fingerprints, node.state, node.joined, node.seen, node.until
    from @node as node order by node.epoch;
end
$$;

-- Makes claims idempotent: a repeated number returns the same result, an older one is refused.
create function @is_new_claim(me bigint, number bigint) returns boolean language plpgsql as $$
declare
    last bigint;
begin
    select node.claim into last from @node as node
    where node.epoch = me and node.state = 'LIVE' for update;
    if not found or last > number then
        raise exception using errcode = 'PW003', message = 'the lease of node ' || me || ' is lost';
    end if;
    return last < number;
end
$$;

-- Ends expired leases, deletes old ones and claims runs without an owner. A node whose commit slot is
-- locked is committing and is skipped. Runs are returned with their previous owner and the hash of
-- their history.
create function @claim(
    me bigint, number bigint, wanted integer,
    names text[], numbers integer[], prints text[],
    other_names text[], other_numbers integer[], other_prints text[]
) returns table (body bytea, request bytea, response bytea, owner bigint, chain bigint)
language plpgsql as $$
#variable_conflict use_column
declare
    fits integer[];
    ended bigint[];
    dead bigint[];
    picked bigint[];
    givers bigint[];
    forgotten bigint;
begin
    if @is_new_claim(me, number) then
        ended := array(select node.epoch from @node as node
            where node.state = 'LIVE' and node.until < now() and node.epoch <> me
            for update skip locked);
        ended := array(select idle.epoch from (
                select slot.epoch from @commit_slot as slot
                where slot.epoch = any(ended) for update skip locked) as idle
            group by idle.epoch
            having count(*) = (select count(*) from @commit_slot as slot where slot.epoch = idle.epoch));
        perform @end(ended, 'LOST');
        with old as (
            delete from @node where epoch in (
                select node.epoch from @node as node
                where node.state <> 'LIVE' and node.seen < now() - interval '1 hour'
                    and not exists (select from @run as run
                        where run.owner = node.epoch and run.ended is null)
                    and not exists (select from @message as message where message.owner = node.epoch)
                for update skip locked)
            returning epoch
        ), gone as (
            delete from @commit_slot as slot using old where slot.epoch = old.epoch returning slot.last_id
        )
        select max(gone.last_id) into forgotten from gone;
        update @progress set last_id = forgotten where one = 1 and last_id < forgotten;
        fits := @fitting(names, numbers, prints, other_names, other_numbers, other_prints);
        select array_agg(o.owner) into dead from @owners() as o(owner)
        where not exists (select from @node as node
            where node.epoch = o.owner and node.state = 'LIVE');
        with chosen as materialized (
            select one.id, o.owner from unnest(dead) as o(owner)
            cross join unnest(fits) as d(definition)
            cross join lateral (
                select run.id from @run as run
                where run.owner = o.owner and run.definition = d.definition and run.ended is null
                order by run.id limit wanted for update skip locked) as one
            order by one.id limit wanted
        ), taken as (
            update @run as run set owner = me, called = false from chosen where run.id = chosen.id
            returning run.id, chosen.owner
        )
        select coalesce(array_agg(taken.id), '{}'), coalesce(array_agg(taken.owner), '{}')
        into picked, givers from taken;
        update @node set claim = number, claimed = picked, claimed_from = givers where epoch = me;
    else
        select node.claimed, node.claimed_from into picked, givers
        from @node as node where node.epoch = me;
    end if;
    return query
    select run.body, run.request, run.response, taken.giver, run.chain
    from unnest(picked, givers) as taken(id, giver)
    join @run as run on run.id = taken.id and run.owner = me
    order by run.id;
end
$$;

-- Claims messages whose sender has no lease.
create function @claim_messages(me bigint, number bigint, wanted integer)
returns table (id bigint, recipient bigint, kind text, name text, body bytea, sent bigint)
language plpgsql as $$
#variable_conflict use_column
declare
    picked bigint[];
begin
    if @is_new_claim(me, number) then
        with chosen as materialized (
            select one.id from @senders() as s(owner)
            cross join lateral (
                select message.id from @message as message where message.owner = s.owner
                order by message.id limit wanted for update skip locked) as one
            where not exists (select from @node as node
                where node.epoch = s.owner and node.state = 'LIVE')
            order by one.id limit wanted
        ), taken as (
            update @message as message set owner = me from chosen where message.id = chosen.id
            returning message.id
        )
        select coalesce(array_agg(taken.id), '{}') into picked from taken;
        update @node set claim = number, claimed = picked where epoch = me;
    else
        select node.claimed into picked from @node as node where node.epoch = me;
    end if;
    return query
    select message.id, message.recipient, message.kind, message.name, message.body, message.sent
    from @message as message where message.id = any(picked) and message.owner = me
    order by message.id;
end
$$;
