import {makeScript} from '../../store/script.ts';

/**
 * The whole ledger of a period as one step on the server, by the server's clock. Money is in billionths of a dollar.
 *
 * An attempt is in one state: `held` until it is settled, `lost` if it was not settled in time, `settled`. What is lost
 * is charged in full, because its cost is unknown; a later settlement corrects that. Ended attempts are kept for a day,
 * so that a settlement which is sent twice counts once. Each branch writes first what a full server refuses, so that it
 * refuses all of it.
 *
 * KEYS sums, due (sorted set: id -> when its state ends), attempts (hash: id -> state and amount), epoch
 * ARGV operation, epoch, begin and end of the period (ms), id, amount, limit, longest time to hold it (ms)
 * Returns `lost`, `over`, `gone` or `settled`, or `held`, `refused` or `seen` with the sums of all runs.
 */
export const ledgerScript = makeScript(`
local day = 86400000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local sums, due, attempts = KEYS[1], KEYS[2], KEYS[3]
local operation, id, amount = ARGV[1], ARGV[5], ARGV[6]
local from, to = tonumber(ARGV[3]), tonumber(ARGV[4])

if redis.call('GET', KEYS[4]) ~= ARGV[2] then return {'lost'} end
if operation ~= 'settle' and (now < from or now >= to) then return {'over'} end
if now >= to + day then return {'gone'} end

local function add(field, more)
  redis.call('HINCRBY', sums, field, string.format('%d', more))
end
local function keep(one, state, cost, forMs)
  redis.call('HSET', attempts, one, state .. ':' .. cost)
  redis.call('ZADD', due, now + forMs, one)
  if redis.call('ZCARD', due) == 1 then
    for _, key in ipairs({sums, due, attempts}) do redis.call('PEXPIREAT', key, string.format('%d', to + 2 * day)) end
  end
end
local function find(one)
  local entry = redis.call('HGET', attempts, one)
  if not entry then return nil, 0 end
  local state, cost = string.match(entry, '^(%a+):(%d+)$')
  return state, tonumber(cost)
end

for _, one in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 200)) do
  local state, cost = find(one)
  if state == 'held' then
    add('settled', cost)
    add('lost', cost)
    add('reserved', -cost)
    keep(one, 'lost', string.format('%d', cost), day)
  else
    redis.call('HDEL', attempts, one)
    redis.call('ZREM', due, one)
  end
end

if operation == 'settle' then
  local state, before = find(id)
  local cost = tonumber(amount)
  if state == 'held' then
    add('settled', cost)
    add('reserved', -before)
  else
    add('settled', cost - before)
    if state == 'lost' then add('lost', -before) end
  end
  keep(id, 'settled', amount, day)
  return {'settled'}
end

local found = redis.call('HMGET', sums, 'settled', 'reserved')
local settled, reserved = found[1] or '0', found[2] or '0'
if operation == 'look' then return {'seen', settled, reserved} end

local sum = tonumber(reserved) + tonumber(amount)
if tonumber(settled) + sum > tonumber(ARGV[7]) or redis.call('HEXISTS', attempts, id) == 1 then
  return {find(id) == 'held' and 'held' or 'refused', settled, reserved}
end
add('reserved', tonumber(amount))
keep(id, 'held', amount, tonumber(ARGV[8]))
return {'held', settled, string.format('%d', sum)}
`);
