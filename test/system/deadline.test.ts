import {expect, test} from 'vitest';
import {openDeadline} from '../../source/system/deadline.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const [hour, day] = [3_600_000, 86_400_000];

/** Ten minutes, by a clock that can be set and a machine that can sleep. @param hasTick whether there is a time that setting the clock does not change */
function tenMinutes(hasTick: boolean) {
	let [passed, ahead] = [0, 0];
	const clock = {now: () => start + passed + ahead, ...(hasTick && {tick: () => passed})};
	const deadline = openDeadline(600_000, '--for', clock);
	return {
		deadline,
		now: clock.now,
		pass: async (ms: number) => {
			passed += ms;
		},
		set: (ms: number) => {
			ahead += ms;
		},
	};
}

test('a wait that would end later is refused, with the time after which to go on', () => {
	const {deadline} = tenMinutes(false);
	expect(deadline.refuses(600_000, 'rate limit')).toBeNull();
	expect(deadline.refuses(601_000, 'rate limit')).toMatchObject({
		...{kind: 'guard', code: 'time-over', retryAt: start + 601_000},
		message: 'Rate limit. Waiting 10 min 1 s would take longer than --for allows.',
		remedy: 'Go on after 10:10 UTC.',
	});
});

test('time that passes counts, also if a wait is a little late', async () => {
	const {deadline, pass} = tenMinutes(true);
	await pass(60_000);
	await deadline.during(60_000, () => pass(70_000));
	expect(deadline.at()).toBe(start + 600_000);
	expect(deadline.refuses(470_001, '')).not.toBeNull();
});

test.each([true, false])(
	'a machine that sleeps during waits takes nothing from it, once for all of them (%s)',
	async hasTick => {
		const {deadline, pass} = tenMinutes(hasTick);
		const sleeping = Promise.resolve().then(() => pass(hour + 1000));
		await Promise.all([1000, 1000, 1000].map(ms => deadline.during(ms, () => sleeping)));
		expect([deadline.at(), deadline.refuses(599_000, '')]).toEqual([start + 600_000 + hour, null]);
		expect(deadline.refuses(599_001, '')).not.toBeNull();
	},
);

test.each([hour, -day])('a clock that is set by %i ms takes nothing from it, during a wait or not', async ms => {
	for (const hasTick of [true, false]) {
		const {deadline, set, now} = tenMinutes(hasTick);
		await deadline.during(0, async () => set(ms));
		expect(deadline.at() - now()).toBe(600_000);
		if (hasTick) set(ms);
		expect(deadline.at() - now()).toBe(600_000);
	}
});
