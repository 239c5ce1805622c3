import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {throttle} from '../../source/system/throttle.ts';
import {virtualClock} from '../llm/guards/virtual-clock.ts';

test('acts at once, then once for all calls during the pause, and not after the end', async () => {
	const clock = virtualClock();
	let acts = 0;
	const act = () => {
		acts += 1;
	};
	const throttled = throttle(act, 100, clock);
	for (let time = 0; time < 50; time++) throttled.call();
	expect(acts).toBe(1);
	await clock.run(clock.sleep(150));
	await setImmediate();
	expect(acts).toBe(2);
	throttled.call();
	await throttled.end();
	throttled.call();
	expect(acts).toBe(2);
});

test('a call during the pause acts after it', async () => {
	const clock = virtualClock();
	const told: number[] = [];
	let value = 1;
	const throttled = throttle(() => told.push(value), 100, clock);
	throttled.call();
	await setImmediate();
	value = 2;
	throttled.call();
	value = 3;
	throttled.call();
	await clock.run(clock.sleep(120));
	await setImmediate();
	expect(told).toEqual([1, 3]);
	await throttled.end();
});
