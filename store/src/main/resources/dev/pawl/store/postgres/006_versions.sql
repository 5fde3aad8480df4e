-- `needs` is the number of the newest script that versions without it cannot live with: a node that
-- does not know that script gets no lease.
alter table @progress add column needs integer not null default 0;

-- For nodes of versions that do not say what they know: they opened the store before this script.
create or replace function @join(
    node_name text, node_address text, node_version text,
    names text[], numbers integer[], prints text[], lease interval, seats integer, pens integer
) returns table (epoch bigint, seat integer) language plpgsql as $$
begin
    raise exception using errcode = 'PW005', message = 'the tables are of a newer version of Pawl'
        || ' than node ' || node_name || ': stop it, and start it with that version';
end
$$;

-- Begins a life of a node that knows so many scripts, with the smallest seat that no live node has.
create function @join(
    known integer, node_name text, node_address text, node_version text,
    names text[], numbers integer[], prints text[], lease interval, seats integer, pens integer
) returns table (epoch bigint, seat integer) language plpgsql as $$
#variable_conflict use_column
declare
    free integer;
    mine bigint;
    needed integer;
begin
    perform pg_advisory_xact_lock(hashtextextended('{channel} join', 0));
    select progress.needs into needed from @progress as progress;
    if needed > known then
        raise exception using errcode = 'PW005', message = 'the tables are of a newer version of Pawl'
            || ' than node ' || node_name || ' (they need migration ' || needed || ', and it knows '
            || known || '): stop it, and start it with that version';
    end if;
    perform @end(array(select node.epoch from @node as node
        where node.state = 'LIVE' and node.name = node_name), 'LOST');
    select min(s.n) into free from generate_series(0, seats - 1) as s(n)
    where not exists (select from @node as node where node.state = 'LIVE' and node.seat = s.n);
    if free is null then
        raise exception using errcode = 'PW004', message = 'all ' || seats || ' seats are taken';
    end if;
    mine := nextval('@epoch');
    insert into @node (epoch, seat, claim, claimed, claimed_from, joined, seen, until, state, name,
        address, version, machines, versions, fingerprints)
    values (mine, free, 0, '{}', '{}', now(), now(), now() + lease, 'LIVE', node_name, node_address,
        node_version, names, numbers, prints);
    insert into @pen (epoch, number, live, committed, last_id)
    select mine, pen.number, true, 0, 0 from generate_series(0, pens - 1) as pen(number);
    perform pg_notify('{channel}', '*');
    return query select mine, free;
end
$$;

-- Deletes ended runs of a machine, oldest end first, at most `wanted`: those that ended before a time
-- and those beyond a count. Both take the oldest first, so the one that takes more decides. A run that
-- a live one refers to, as its child or as its predecessor, stays; at most `spared` do.
drop function @prune;
create function @prune(
    machine_name text, before bigint, keep bigint, wanted integer, spared integer
) returns integer language plpgsql as $$
declare
    machine_id integer := (select machine.id from @machine as machine where machine.name = machine_name);
    old bigint := 0;
    many bigint := 0;
    beyond bigint;
    gone bigint[];
    newest bigint;
begin
    if before is not null then
        select count(*) into old from (
            select from @run as run
            where run.machine = machine_id and run.ended is not null and run.ended < before
            limit wanted + spared) as chosen;
    end if;
    if keep is not null then
        select greatest(0, count(*) - keep) into many from (
            select from @run as run where run.machine = machine_id and run.ended is not null
            limit keep + wanted + spared) as chosen;
    end if;
    beyond := least(wanted + spared, greatest(old, many));
    gone := array(
        select oldest.id from (
            select run.id, run.parent, run.ended from @run as run
            where run.machine = machine_id and run.ended is not null
            order by run.ended, run.id limit beyond) as oldest
        where not (
            coalesce((select up.ended is null from @run as up where up.id = oldest.parent), false)
            or exists (select from @run as next where next.follows = oldest.id and next.ended is null)
            or exists (select from @run as next where next.behind = oldest.id and next.ended is null))
        order by oldest.ended, oldest.id limit wanted);
    if cardinality(gone) < wanted and beyond - cardinality(gone) > spared then
        gone := gone || array(
            select run.id from @run as run
            where run.machine = machine_id and run.ended is not null and run.id <> all(gone)
            order by run.ended, run.id limit beyond - cardinality(gone) - spared);
    end if;
    gone := array(select run.id from @run as run where run.id = any(gone) for update skip locked);
    if cardinality(gone) = 0 then
        return 0;
    end if;
    select max(g.id) into newest from unnest(gone) as g(id);
    update @progress as progress set last_id = newest
    where progress.one = 1 and progress.last_id < newest;
    delete from @history_chunk as chunk where chunk.run = any(gone);
    delete from @run as run where run.id = any(gone);
    return cardinality(gone);
end
$$;
