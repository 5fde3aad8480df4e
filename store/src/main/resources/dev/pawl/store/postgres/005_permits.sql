-- The permits that a run waits for or holds, so that whoever grants permits of a pool finds the first
-- in its line, and looks at nobody who waits behind them or for another pool. A run without permits
-- changes neither column and has no entry.
alter table @run add column permits integer, add column pool text collate "C";
create index run_permits on @run (pool, (coalesce(priority, 0)) desc, id) where status = 3;

-- The same function with the two columns more.
drop function @commit;
-- Makes a group of commits durable: everything in arrays, one call, one transaction. It raises PW001
-- if something is not as the commits expect it (STALE), PW002 if a guard does not hold (REFUTED) and
-- PW003 if the node has no lease, or starts runs for another one (FENCED). Returns the position in the log that the group begins after.
--
-- `me` is the node or 0. `prev` and `seq` are the numbers of its pen's commit before and of this one: a
-- group that was given up, and that reaches the database after all, finds another number and fails.
-- `news` says that other nodes should look, `settings` that a setting changes. An array may be shorter
-- than its fellows, and then lacks values that are null; where there are none, it lacks those that are
-- as the first one.
--
-- Each statement sees what was committed before it began, so the guards that are looked at after the
-- locks were taken see whatever the last holder of a lock did.
--
-- Plans are made once, maybe while tables are empty: the settings keep them good when these grow.
create function @commit(
    me bigint, pen_number integer, prev bigint, seq bigint, news boolean, settings boolean,
    locks bigint[],
    newest_machine text[], newest_key text[], newest_id bigint[], newest_bound bigint[],
    same_kind text[], same_name text[], same_body text[],
    u_id bigint[], u_before bigint[], u_version bigint[], u_behind bigint[], u_wake bigint[],
    u_updated bigint[], u_ended bigint[], u_chain bigint[], u_owner bigint[],
    u_machine integer[], u_definition integer[], u_status integer[], u_attempt integer[],
    u_flying boolean[], u_permits integer[], u_state text[], u_pool text[], u_error text[],
    u_body bytea[], u_response bytea[],
    i_id bigint[], i_version bigint[], i_behind bigint[], i_wake bigint[],
    i_updated bigint[], i_ended bigint[], i_chain bigint[], i_owner bigint[],
    i_machine integer[], i_definition integer[], i_status integer[], i_attempt integer[],
    i_flying boolean[], i_permits integer[], i_state text[], i_pool text[], i_error text[],
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
        update @pen as pen
        set committed = seq, last_id = greatest(pen.last_id, last_taken)
        where pen.epoch = me and pen.number = pen_number and pen.live and pen.committed = prev;
        if not found then
            raise exception using errcode = 'PW003', message = 'the lease of node ' || me
                || ' is lost: it is '
                || coalesce((select node.state from @node as node where node.epoch = me), 'gone');
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
        if (select item.body from @item as item
            where item.kind = same_kind[i] and item.name = same_name[i])
            is distinct from same_body[i]
        then
            raise exception using errcode = 'PW002', message = 'the item ' || same_kind[i] || ' '
                || same_name[i] || ' is not as it was read';
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
                flying = u.flying, permits = u.permits, state = u.state, pool = u.pool,
                error = u.error, body = u.body, response = u.response,
                called = run.flying and run.owner <> 0 and run.owner <> me
            from unnest(u_id, u_before, u_version, u_behind, u_wake, u_updated, u_ended, u_chain,
                    u_owner, u_machine, u_definition, u_status, u_attempt, u_flying, u_permits,
                    u_state, u_pool, u_error, u_body, u_response)
                as u(id, before, version, behind, wake, updated, ended, chain, owner, machine,
                    definition, status, attempt, flying, permits, state, pool, error, body, response)
            where run.id = any(u_id) and run.id = u.id and run.version = u.before
                and case when run.flying then run.owner = coalesce(u.owner, u_owner[1])
                    else coalesce(u.owner, u_owner[1]) in (0, me) end
            returning run.owner, run.called
        )
        select count(*), array_agg(distinct changed.owner) filter (where changed.called)
        into found_rows, calls
        from changed;
        if found_rows <> cardinality(u_id) then
            raise exception using errcode = 'PW001',
                message = (cardinality(u_id) - found_rows) || ' of ' || cardinality(u_id)
                    || ' runs were changed meanwhile';
        end if;
    end if;
    if cardinality(i_id) > 0 then
        if exists (select from unnest(i_owner) as i(owner) where i.owner not in (0, me)) then
            raise exception using errcode = 'PW003',
                message = 'a run of another node, or of an earlier life of node ' || me;
        end if;
        insert into @run (id, version, behind, wake, updated, ended, chain, owner, machine,
            definition, status, attempt, flying, permits, state, pool, error, body, response, parent,
            follows, cause, created, priority, key, queue, idempotency, request)
        select id, version, behind, wake, updated, ended, chain, coalesce(owner, i_owner[1]),
            coalesce(machine, i_machine[1]), coalesce(definition, i_definition[1]),
            coalesce(status, i_status[1]), coalesce(attempt, i_attempt[1]), flying, permits, state,
            pool, error, body, response, parent, follows, cause, created, priority, key, queue,
            idempotency, request
        from unnest(i_id, i_version, i_behind, i_wake, i_updated, i_ended, i_chain, i_owner,
                i_machine, i_definition, i_status, i_attempt, i_flying, i_permits, i_state, i_pool,
                i_error, i_body, i_response, i_parent, i_follows, i_cause, i_created, i_priority,
                i_key, i_queue, i_idempotency, i_request)
            as i(id, version, behind, wake, updated, ended, chain, owner, machine, definition,
                status, attempt, flying, permits, state, pool, error, body, response, parent,
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
        insert into @mail (id, recipient, sent, owner, kind, name, body)
        select id, recipient, sent, me, kind, name, body
        from unnest(m_id, m_recipient, m_sent, m_kind, m_name, m_body)
            as m(id, recipient, sent, kind, name, body);
    end if;
    if last_taken > 0 then
        delete from @mail as mail where mail.id = any(taken);
        get diagnostics found_rows = row_count;
        if found_rows <> cardinality(taken) then
            raise exception using errcode = 'PW001', message = 'mail was taken meanwhile';
        end if;
    end if;

    for i in 1 .. cardinality(t_kind) loop
        if t_body[i] is null then
            delete from @item as item where item.kind = t_kind[i] and item.name = t_name[i];
        else
            insert into @item as item (kind, name, body) values (t_kind[i], t_name[i], t_body[i])
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
