import {makeScript} from '../../store/script.ts';

/**
 * Books the next free turn of an account as one step on the server, by the server's clock. All times are in milliseconds.
 * A booking that is sent twice counts once. The booking is its first write, so that a full server refuses all of it. The
 * key does not expire, so that a full server that removes what expires keeps it.
 *
 * KEYS turns (sorted set: id -> turn)
 * ARGV time (empty: that of the server), id, how long the caller cannot write yet, and for each window, the longest one last,
 *   its length and how many turns it has
 * Returns how long to wait for the turn.
 */
export const turnScript = makeScript(`
local turns, id = KEYS[1], ARGV[2]
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local longest = tonumber(ARGV[#ARGV - 1])

local function booked(back)
  return tonumber(redis.call('ZRANGE', turns, -back, -back, 'WITHSCORES')[2])
end

local turn = tonumber(redis.call('ZSCORE', turns, id) or nil)
if not turn then
  turn = math.max(now + tonumber(ARGV[3]), booked(1) or 0)
  for index = 4, #ARGV, 2 do
    local before = booked(tonumber(ARGV[index + 1]))
    if before then turn = math.max(turn, before + tonumber(ARGV[index])) end
  end
  redis.call('ZADD', turns, string.format('%d', turn), id)
  redis.call('ZREMRANGEBYSCORE', turns, '-inf', string.format('%d', now - longest))
end
return math.max(0, turn - now)
`);
