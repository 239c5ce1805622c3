import {expect, test} from 'vitest';
import type {Prompts} from '../../../source/delivery/prompts.ts';
import {offerWait, waitOnce} from '../../../source/run/asking/circuit-wait.ts';

const {signal} = new AbortController();
const refused = (ms: number) => ({findings: 2, ms, reason: 'overloaded'});

test.each([
	[57_001, 'Wait 58 s and send 2 findings again?'],
	[0, 'Send 2 findings again?'],
])('a circuit that is open for %d ms: %s', async (ms, question) => {
	const asked: string[] = [];
	const confirm: Prompts['confirm'] = async (words, _, {warning = ''} = {}) => asked.push(words, warning) > 0;
	expect(await offerWait(confirm)(refused(ms), signal)).toBe(true);
	expect(asked).toEqual([question, 'overloaded']);
});

test('a run waits once, together with all that is refused meanwhile, also for a cooldown that is over', async () => {
	let now = 5000;
	const settings = {waitForCircuit: true};
	const wait = waitOnce(settings, {now: () => now});
	expect(await wait(refused(60_000), signal)).toBe(true);
	now += 30_000;
	expect(await wait(refused(30_000), signal)).toBe(true);
	now += 30_001;
	expect(await wait(refused(60_000), signal)).toBe(false);
	expect(await waitOnce(settings, {now: () => now})(refused(0), signal)).toBe(true);
	expect(await waitOnce(settings, {now: () => now})(refused(300_001), signal)).toBe(false);
	expect(await waitOnce({waitForCircuit: false}, {now: () => now})(refused(1), signal)).toBe(false);
});
