-- The public views: their names and columns stay the same. An id is shown as its text of 13 characters
-- (Crockford's base 32), a payload as text if it is text.
create function @id_text(id bigint) returns text immutable strict parallel safe language sql as $$
    select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (id >> bit & 31)::integer + 1, 1),
        '' order by bit desc)
    from generate_series(0, 60, 5) as bits(bit)
$$;

create function @time_of(nanos bigint) returns timestamptz immutable strict parallel safe
language sql as $$
    select timestamptz 'epoch' + (nanos / 1000) * interval '1 microsecond'
$$;

-- A payload may be any bytes, but a text of PostgreSQL cannot contain the character NUL.
create function @payload_text(payload bytea) returns text stable strict language plpgsql as $$
begin
    return convert_from(payload, 'UTF8');
exception when others then
    return encode(payload, 'escape');
end
$$;

-- Replaces what is valid in JSON but not in a text of PostgreSQL: the character NUL, and half a
-- surrogate pair.
create function @readable(entries text) returns json immutable strict parallel safe language sql as $$
    select regexp_replace(entries, '\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]..',
        '\\ufffd', 'g')::json
$$;

-- The settings in a document, or an empty object if it is not JSON.
create function @settings_of(body text) returns jsonb immutable strict language plpgsql as $$
begin
    return body::jsonb;
exception when others then
    return '{}'::jsonb;
end
$$;

create view @runs as
select
    @id_text(run.id) as id,
    machine.name as machine,
    definition.version as version,
    run.key as key,
    run.state as state,
    status.name as status,
    run.queue as queue,
    run.priority as priority,
    @id_text(run.parent) as parent,
    @id_text(run.follows) as follows,
    @id_text(run.behind) as behind,
    @id_text(run.cause) as cause,
    @time_of(run.wake) as wake,
    @time_of(run.created) as created,
    @time_of(run.updated) as updated,
    @time_of(run.ended) as ended,
    run.attempt as attempt,
    run.error as error,
    run.idempotency as idempotency,
    @payload_text(run.request) as request,
    @payload_text(run.response) as response,
    run.version as entries,
    run.id as number,
    node.name as node
from @run as run
join @machine as machine on machine.id = run.machine
join @definition as definition on definition.id = run.definition
join @status as status on status.code = run.status
left join @node as node on node.epoch = run.owner;

create view @history as
select
    chunk.position - (chunk.last - (entry.value ->> 0)::bigint) as position,
    @id_text(chunk.run) as run,
    (entry.value ->> 0)::bigint as seq,
    @time_of((entry.value ->> 1)::bigint) as at,
    entry.value ->> 2 as kind,
    entry.value ->> 3 as status,
    entry.value ->> 4 as state,
    (entry.value ->> 5)::integer as attempt,
    entry.value ->> 6 as actor,
    entry.value ->> 7 as detail,
    chunk.run as run_number
from @history_chunk as chunk
cross join lateral json_array_elements(@readable(chunk.entries)) as entry(value);

create view @queues as
select
    name as name,
    settings ->> 'concurrency' as concurrency,
    settings ->> 'perKey' as perKey,
    settings ->> 'rateCount' as rateCount,
    settings ->> 'rateWindow' as rateWindow,
    settings ->> 'paused' as paused
from (select name, @settings_of(body) as settings from @document where kind = 'QUEUE') as document;

create view @permits as
select
    settings ->> 'pool' as pool,
    settings ->> 'holder' as holder,
    settings ->> 'count' as count,
    settings ->> 'epoch' as epoch,
    settings ->> 'expires' as expires
from (select name, @settings_of(body) as settings from @document where kind = 'PERMIT') as document;

create view @schedules as
select
    name as name,
    settings ->> 'machine' as machine,
    settings ->> 'spec' as spec,
    settings ->> 'nextAt' as nextAt,
    settings ->> 'paused' as paused
from (select name, @settings_of(body) as settings from @document where kind = 'SCHEDULE') as document;

create view @nodes as
select epoch, name, state, address, version, machines, joined, seen, until,
    (select count(*) from @run as run where run.owner = node.epoch and run.ended is null) as runs
from @node as node;
