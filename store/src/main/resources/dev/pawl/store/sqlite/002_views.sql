-- The public views: their names and columns stay the same. An id is shown as its text of 13 characters
-- (Crockford's base 32), a time as ISO 8601 in UTC, a payload as text.
create view runs as
select
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 60 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 55 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 50 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 45 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 40 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 35 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 30 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 25 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 20 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 15 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 10 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 5 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.id >> 0 & 31) + 1, 1) as id,
    machine.name as machine,
    definition.version as version,
    run.key as key,
    run.state as state,
    status.name as status,
    run.queue as queue,
    run.priority as priority,
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 60 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 55 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 50 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 45 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 40 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 35 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 30 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 25 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 20 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 15 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 10 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 5 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.parent >> 0 & 31) + 1, 1) as parent,
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 60 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 55 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 50 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 45 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 40 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 35 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 30 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 25 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 20 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 15 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 10 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 5 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.follows >> 0 & 31) + 1, 1) as follows,
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 60 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 55 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 50 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 45 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 40 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 35 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 30 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 25 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 20 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 15 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 10 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 5 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.behind >> 0 & 31) + 1, 1) as behind,
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 60 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 55 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 50 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 45 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 40 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 35 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 30 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 25 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 20 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 15 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 10 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 5 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (run.cause >> 0 & 31) + 1, 1) as cause,
    strftime('%Y-%m-%dT%H:%M:%fZ', run.wake / 1000000000.0, 'unixepoch') as wake,
    strftime('%Y-%m-%dT%H:%M:%fZ', run.created / 1000000000.0, 'unixepoch') as created,
    strftime('%Y-%m-%dT%H:%M:%fZ', run.updated / 1000000000.0, 'unixepoch') as updated,
    strftime('%Y-%m-%dT%H:%M:%fZ', run.ended / 1000000000.0, 'unixepoch') as ended,
    run.attempt as attempt,
    run.error as error,
    run.idempotency as idempotency,
    cast(run.request as text) as request,
    cast(run.response as text) as response,
    run.version as entries,
    run.id as number
from run
join machine on machine.id = run.machine
join definition on definition.id = run.definition
join status on status.code = run.status;

create view history as
select
    history_chunk.position - (history_chunk.last - json_extract(entry.value, '$[0]')) as position,
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 60 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 55 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 50 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 45 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 40 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 35 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 30 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 25 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 20 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 15 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 10 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 5 & 31) + 1, 1)
        || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (history_chunk.run >> 0 & 31) + 1, 1) as run,
    json_extract(entry.value, '$[0]') as seq,
    strftime('%Y-%m-%dT%H:%M:%fZ', json_extract(entry.value, '$[1]') / 1000000000.0, 'unixepoch')
        as at,
    json_extract(entry.value, '$[2]') as kind,
    json_extract(entry.value, '$[3]') as status,
    json_extract(entry.value, '$[4]') as state,
    json_extract(entry.value, '$[5]') as attempt,
    json_extract(entry.value, '$[6]') as actor,
    json_extract(entry.value, '$[7]') as detail,
    history_chunk.run as run_number
from history_chunk, json_each(history_chunk.entries) as entry;

create view queues as
select
    name as name,
    json_extract(body, '$.concurrency') as concurrency,
    json_extract(body, '$.perKey') as perKey,
    json_extract(body, '$.rateCount') as rateCount,
    json_extract(body, '$.rateWindow') as rateWindow,
    json_extract(body, '$.paused') as paused
from (select name, iif(json_valid(body), body, '{}') as body from document where kind = 'QUEUE');

create view permits as
select
    json_extract(body, '$.pool') as pool,
    json_extract(body, '$.holder') as holder,
    json_extract(body, '$.count') as count,
    json_extract(body, '$.epoch') as epoch,
    json_extract(body, '$.expires') as expires
from (select name, iif(json_valid(body), body, '{}') as body from document where kind = 'PERMIT');

create view schedules as
select
    name as name,
    json_extract(body, '$.machine') as machine,
    json_extract(body, '$.spec') as spec,
    json_extract(body, '$.nextAt') as nextAt,
    json_extract(body, '$.paused') as paused
from (select name, iif(json_valid(body), body, '{}') as body from document where kind = 'SCHEDULE');
