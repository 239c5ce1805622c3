import {expect, test} from 'vitest';
import {type Awaited, oncePerWait, openWaits} from '../../source/system/waits.ts';

/** Waits whose time only moves by hand, and what a listener hears. */
function byHand() {
	let time = 0;
	const ticks = new Set<() => void>();
	const waits = openWaits({
		now: () => time,
		every: (_, act) => {
			ticks.add(act);
			return () => ticks.delete(act);
		},
	});
	const heard: (string | null)[] = [];
	const note = (wait: Awaited | null) => heard.push(wait && `${wait.what} ${wait.ms}`);
	return {
		waits,
		heard,
		note,
		ticks,
		/** Lets seconds pass. */
		pass: (seconds: number) => {
			for (let second = 0; second < seconds; second += 1) {
				time += 1000;
				for (const tick of ticks) tick();
			}
		},
	};
}

test('a wait is named from its fifth second on, until it is over', async () => {
	const {waits, heard, note, pass, ticks} = byHand();
	waits.listen(note);
	const {promise, resolve} = Promise.withResolvers<string>();
	const work = waits.during('git fetch', () => promise);
	pass(4);
	expect(heard).toEqual([]);
	pass(2);
	resolve('done');
	expect(await work).toBe('done');
	expect([heard, ticks.size]).toEqual([['git fetch 5000', 'git fetch 6000', null], 0]);
});

test('of several waits the longest is named, and a short one never', async () => {
	const {waits, heard, note, pass} = byHand();
	waits.listen(note);
	const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const all = [waits.during('github.com', () => first.promise)];
	pass(3);
	all.push(waits.during('git push', () => second.promise));
	pass(2);
	first.resolve();
	await all[0];
	pass(1);
	second.resolve();
	await all[1];
	expect(heard).toEqual(['github.com 5000', null]);
});

test('work that fails is a wait that is over', async () => {
	const {waits, heard, note, pass} = byHand();
	waits.listen(note);
	const {promise, reject} = Promise.withResolvers<void>();
	const work = waits.during('git push', () => promise);
	pass(5);
	reject(new Error('no'));
	await expect(work).rejects.toThrow('no');
	expect(heard).toEqual(['git push 5000', null]);
});

test('who listens last hears alone, and each wait once if its lines stay', async () => {
	const {waits, heard, note, pass} = byHand();
	waits.listen(note);
	const lines: string[] = [];
	const end = waits.listen(oncePerWait(({what}) => lines.push(what)));
	const {promise, resolve} = Promise.withResolvers<void>();
	const work = waits.during('gpg', () => promise);
	pass(8);
	expect([heard, lines]).toEqual([[], ['gpg']]);
	end();
	pass(1);
	resolve();
	await work;
	expect(heard).toEqual(['gpg 9000', null]);
});
