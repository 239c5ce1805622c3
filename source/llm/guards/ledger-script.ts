import {makeScript} from '../../store/script.ts';

/**
 * A hash with the epoch, the sums of each period, and the attempts (id -> state, amount, period); and a sorted set of what
 * ends when: the state of an attempt, or a period. One slot of a cluster has both. Neither expires, so that a full server
 * that removes what expires keeps them. Both contain the epoch, so that the loss of either is noticed.
 */
export const ledgerKeys = ['{pr-resolve}:ledger', '{pr-resolve}:ledger:due'] as const;

/**
 * Finds a ledger, in one step: it may begin at any moment.
 *
 * KEYS {@link ledgerKeys}
 * Returns the epoch of the ledger, then that of its due times; empty: it is missing.
 */
export const findScript = makeScript(`
local last = redis.call('ZRANGE', KEYS[2], -1, -1)
return {redis.call('HGET', KEYS[1], 'epoch') or '', last[1] or ''}
`);

/**
 * Begins a ledger if there is no whole one.
 *
 * KEYS {@link ledgerKeys}
 * ARGV epoch of a new ledger
 * Returns the epoch of the ledger that is there then.
 */
export const beginScript = makeScript(`
local ledger, due = KEYS[1], KEYS[2]
local epoch = redis.call('HGET', ledger, 'epoch')
if epoch and redis.call('ZSCORE', due, epoch) then return epoch end
redis.call('DEL', ledger, due)
redis.call('HSET', ledger, 'epoch', ARGV[1])
redis.call('ZADD', due, '+inf', ARGV[1])
return ARGV[1]
`);

/**
 * All that a ledger does as one step on the server, by the server's clock. Money is in billionths of a dollar.
 *
 * An attempt is in one state: `held` until it is settled, `lost` if it was not settled in time, `settled`. What is lost
 * is charged in full, because its cost is unknown; a later settlement corrects that. Ended attempts are kept for a day,
 * so that a settlement which is sent twice counts once. Each branch writes first what a full server refuses, so that it
 * refuses all of it.
 *
 * KEYS {@link ledgerKeys}
 * ARGV operation, epoch, period, its begin and end (ms), id, amount, limit, longest time to hold it (ms)
 * Returns `lost`, `over`, `gone` or `settled`, or `held`, `refused` or `seen` with the sums of all runs.
 */
export const ledgerScript = makeScript(`
local day = 86400000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ledger, due = KEYS[1], KEYS[2]
local operation, epoch, period, id, amount = ARGV[1], ARGV[2], ARGV[3], ARGV[6], ARGV[7]
local from, to = tonumber(ARGV[4]), tonumber(ARGV[5])

if redis.call('HGET', ledger, 'epoch') ~= epoch or not redis.call('ZSCORE', due, epoch) then return {'lost'} end
if operation ~= 'settle' and (now < from or now >= to) then return {'over'} end
if now >= to + day then return {'gone'} end

local function add(of, sum, more)
  redis.call('HINCRBY', ledger, of .. ':' .. sum, string.format('%d', more))
end
local function keep(one, state, cost, of, forMs)
  redis.call('HSET', ledger, one, state .. ':' .. cost .. ':' .. of)
  redis.call('ZADD', due, now + forMs, one)
end
local function find(one)
  local entry = redis.call('HGET', ledger, one)
  if not entry then return nil, 0 end
  local state, cost, of = string.match(entry, '^(%a+):(%d+):(.+)$')
  return state, tonumber(cost), of
end

for _, one in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 200)) do
  local state, cost, of = find(one)
  if state == 'held' then
    add(of, 'settled', cost)
    add(of, 'lost', cost)
    add(of, 'reserved', -cost)
    keep(one, 'lost', string.format('%d', cost), of, day)
  else
    redis.call('HDEL', ledger, one, one .. ':settled', one .. ':reserved', one .. ':lost')
    redis.call('ZREM', due, one)
  end
end

if operation == 'settle' then
  local state, before = find(id)
  local cost = tonumber(amount)
  if state == 'held' then
    add(period, 'settled', cost)
    add(period, 'reserved', -before)
  else
    add(period, 'settled', cost - before)
    if state == 'lost' then add(period, 'lost', -before) end
  end
  keep(id, 'settled', amount, period, day)
  return {'settled'}
end

local found = redis.call('HMGET', ledger, period .. ':settled', period .. ':reserved')
local settled, reserved = found[1] or '0', found[2] or '0'
if operation == 'look' then return {'seen', settled, reserved} end

local sum = tonumber(reserved) + tonumber(amount)
if tonumber(settled) + sum > tonumber(ARGV[8]) or redis.call('HEXISTS', ledger, id) == 1 then
  return {find(id) == 'held' and 'held' or 'refused', settled, reserved}
end
add(period, 'reserved', tonumber(amount))
keep(id, 'held', amount, period, tonumber(ARGV[9]))
if not found[2] then redis.call('ZADD', due, to + 2 * day, period) end
return {'held', settled, string.format('%d', sum)}
`);
