-- Makes a group of commits durable: everything in arrays, one call, one transaction. It raises PW001
-- if a row is not in the expected version (STALE), PW002 if a guard does not hold (GUARD_FAILED) and
-- PW003 if the node has lost its lease or starts a run for another node (FENCED). Returns the position
-- in the log before the first entry of the group.
--
-- `me` is the node, or 0. `prev` and `seq` are the numbers of its slot's previous commit and of this
-- one: if the sender has given up on a group that arrives late, the number differs and the group fails.
-- `news` says that other nodes are notified, `settings` that a setting changes. An array may be shorter
-- than the others; missing values are null, or equal to the first.
--
-- Each statement sees what was committed before it started, so guards that are checked after taking
-- the locks see what the previous holder of a lock committed.
--
-- A plan is made once, possibly while the tables are empty. The settings below keep it good when the
-- tables grow.
create function @commit(
    me bigint, slot_number integer, prev bigint, seq bigint, news boolean, settings boolean,
    locks bigint[],
    newest_machine text[], newest_key text[], newest_id bigint[], newest_bound bigint[],
    same_kind text[], same_name text[], same_body text[],
    u_id bigint[], u_before bigint[], u_version bigint[], u_behind bigint[], u_wake bigint[],
    u_updated bigint[], u_ended bigint[], u_chain bigint[], u_owner bigint[],
    u_machine integer[], u_definition integer[], u_status integer[], u_attempt integer[],
    u_executing boolean[], u_permits integer[], u_state text[], u_pool text[], u_error text[],
    u_body bytea[], u_response bytea[],
    i_id bigint[], i_version bigint[], i_behind bigint[], i_wake bigint[],
    i_updated bigint[], i_ended bigint[], i_chain bigint[], i_owner bigint[],
    i_machine integer[], i_definition integer[], i_status integer[], i_attempt integer[],
    i_executing boolean[], i_permits integer[], i_state text[], i_pool text[], i_error text[],
    i_body bytea[], i_response bytea[],
    i_parent bigint[], i_follows bigint[], i_cause bigint[], i_created bigint[],
    i_priority integer[], i_key text[], i_queue text[], i_idempotency text[], i_request bytea[],
    c_place bigint[], c_run bigint[], c_first bigint[], c_last bigint[], c_chain bigint[],
    c_entries text[],
    m_id bigint[], m_recipient bigint[], m_sent bigint[], m_kind text[], m_name text[],
    m_body bytea[],
    taken bigint[],
    t_kind text[], t_name text[], t_body text[]
) returns bigint language plpgsql
set lock_timeout = '5s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_nestloop = off
set jit = off
as $$
declare
    base bigint;
    found_rows bigint;
    calls bigint[];
    lock bigint;
    last_taken bigint := 0;
begin
    if cardinality(taken) > 0 then
        select max(id) into last_taken from unnest(taken) as t(id);
    end if;
    if me <> 0 then
        update @commit_slot as slot
        set committed = seq, last_id = greatest(slot.last_id, last_taken)
        where slot.epoch = me and slot.number = slot_number and slot.live and slot.committed = prev;
        if not found then
            raise exception using errcode = 'PW003', message = 'the lease of node ' || me
                || ' is lost: it is '
                || coalesce((select node.state from @node as node where node.epoch = me), 'deleted');
        end if;
    end if;

    foreach lock in array locks loop
        perform pg_advisory_xact_lock(lock);
    end loop;
    for i in 1 .. cardinality(newest_key) loop
        if exists (
            select from @run as run
            where run.machine = (select machine.id from @machine as machine
                    where machine.name = newest_machine[i])
                and run.key = newest_key[i] and run.key is not null and run.ended is null
                and run.id > newest_bound[i]
        ) or exists (
            select from @run as run
            where run.id = newest_id[i] and run.key is null and run.ended is null
                and run.id > newest_bound[i]
                and run.machine = (select machine.id from @machine as machine
                    where machine.name = newest_machine[i])
        ) then
            raise exception using errcode = 'PW002',
                message = 'there is a newer run of ' || newest_machine[i] || ' with the key '
                    || newest_key[i];
        end if;
    end loop;
    for i in 1 .. cardinality(same_kind) loop
        if (select document.body from @document as document
            where document.kind = same_kind[i] and document.name = same_name[i])
            is distinct from same_body[i]
        then
            raise exception using errcode = 'PW002', message = 'the document ' || same_kind[i]
                || ' ' || same_name[i] || ' has changed since it was read';
        end if;
    end loop;

    if cardinality(u_id) > 0 then
        with changed as (
            update @run as run
            set version = u.version, behind = u.behind, wake = u.wake, updated = u.updated,
                ended = u.ended, chain = u.chain, owner = coalesce(u.owner, u_owner[1]),
                machine = coalesce(u.machine, u_machine[1]),
                definition = coalesce(u.definition, u_definition[1]),
                status = coalesce(u.status, u_status[1]),
                attempt = coalesce(u.attempt, u_attempt[1]),
                executing = u.executing, permits = u.permits, state = u.state, pool = u.pool,
                error = u.error, body = u.body, response = u.response,
                called = run.executing and run.owner <> 0 and run.owner <> me
            from unnest(u_id, u_before, u_version, u_behind, u_wake, u_updated, u_ended, u_chain,
                    u_owner, u_machine, u_definition, u_status, u_attempt, u_executing, u_permits,
                    u_state, u_pool, u_error, u_body, u_response)
                as u(id, before, version, behind, wake, updated, ended, chain, owner, machine,
                    definition, status, attempt, executing, permits, state, pool, error, body, response)
            where run.id = any(u_id) and run.id = u.id and run.version = u.before
                and case when run.executing then run.owner = coalesce(u.owner, u_owner[1])
                    else coalesce(u.owner, u_owner[1]) in (0, me) end
            returning run.owner, run.called
        )
        select count(*), array_agg(distinct changed.owner) filter (where changed.called)
        into found_rows, calls
        from changed;
        if found_rows <> cardinality(u_id) then
            raise exception using errcode = 'PW001',
                message = (cardinality(u_id) - found_rows) || ' of ' || cardinality(u_id)
                    || ' runs have changed since they were read';
        end if;
    end if;
    if cardinality(i_id) > 0 then
        if exists (select from unnest(i_owner) as i(owner) where i.owner not in (0, me)) then
            raise exception using errcode = 'PW003',
                message = 'a run of another node, or of an earlier lease of node ' || me;
        end if;
        insert into @run (id, version, behind, wake, updated, ended, chain, owner, machine,
            definition, status, attempt, executing, permits, state, pool, error, body, response, parent,
            follows, cause, created, priority, key, queue, idempotency, request)
        select id, version, behind, wake, updated, ended, chain, coalesce(owner, i_owner[1]),
            coalesce(machine, i_machine[1]), coalesce(definition, i_definition[1]),
            coalesce(status, i_status[1]), coalesce(attempt, i_attempt[1]), executing, permits, state,
            pool, error, body, response, parent, follows, cause, created, priority, key, queue,
            idempotency, request
        from unnest(i_id, i_version, i_behind, i_wake, i_updated, i_ended, i_chain, i_owner,
                i_machine, i_definition, i_status, i_attempt, i_executing, i_permits, i_state, i_pool,
                i_error, i_body, i_response, i_parent, i_follows, i_cause, i_created, i_priority,
                i_key, i_queue, i_idempotency, i_request)
            as i(id, version, behind, wake, updated, ended, chain, owner, machine, definition,
                status, attempt, executing, permits, state, pool, error, body, response, parent,
                follows, cause, created, priority, key, queue, idempotency, request);
    end if;

    base := (pg_current_xact_id()::text::bigint << 20)
        + (select progress.shift from @progress as progress where progress.one = 1);
    if cardinality(c_run) > 0 then
        insert into @history_chunk (position, run, first, last, chain, entries)
        select base + place, run, first, last, chain, entries
        from unnest(c_place, c_run, c_first, c_last, c_chain, c_entries)
            as c(place, run, first, last, chain, entries);
    end if;
    if cardinality(m_id) > 0 then
        insert into @message (id, recipient, sent, owner, kind, name, body)
        select id, recipient, sent, me, kind, name, body
        from unnest(m_id, m_recipient, m_sent, m_kind, m_name, m_body)
            as m(id, recipient, sent, kind, name, body);
    end if;
    if last_taken > 0 then
        delete from @message as message where message.id = any(taken);
        get diagnostics found_rows = row_count;
        if found_rows <> cardinality(taken) then
            raise exception using errcode = 'PW001', message = 'a message is already taken';
        end if;
    end if;

    for i in 1 .. cardinality(t_kind) loop
        if t_body[i] is null then
            delete from @document as document
            where document.kind = t_kind[i] and document.name = t_name[i];
        else
            insert into @document as document (kind, name, body)
            values (t_kind[i], t_name[i], t_body[i])
            on conflict (kind, name) do update set body = excluded.body;
        end if;
    end loop;
    if me = 0 and last_taken > 0 then
        update @progress as progress set last_id = last_taken
        where progress.one = 1 and progress.last_id < last_taken;
    end if;
    if settings then
        update @progress as progress set settings = progress.settings + 1 where progress.one = 1;
    end if;
    if calls is not null then
        foreach lock in array calls loop
            perform pg_notify('{channel}', lock::text);
        end loop;
    end if;
    if news then
        perform pg_notify('{channel}', '*') where exists (
            select from @node as node where node.state = 'LIVE');
    end if;
    return base;
end
$$;

-- Returns the last commit of a slot and whether its node holds a lease. If the last commit is not
-- `sent`, the slot gets the number `next`, so that `sent` fails should it still arrive. Otherwise the
-- number stays, and a repeated call returns the same result.
create function @resolve(me bigint, slot_number integer, sent bigint, next bigint)
returns table (committed bigint, live boolean) language plpgsql as $$
#variable_conflict use_column
begin
    return query
    select slot.committed, slot.live from @commit_slot as slot
    where slot.epoch = me and slot.number = slot_number for update;
    update @commit_slot set committed = next
    where epoch = me and number = slot_number and live and committed <> sent;
end
$$;

-- Deletes ended runs of a machine, those that ended first, at most `wanted`: runs that ended before a
-- time and runs beyond a count. Both limits select the oldest, so the one that selects more decides. A
-- run that a live run refers to, as its child or its predecessor, is kept; at most `spared` are.
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
