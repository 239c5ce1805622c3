import {expect, test} from 'vitest';
import {gather} from '../../source/system/gather.ts';

type Need = (what: string) => Promise<void>;

test('all that tasks need is provided in one go, in the middle of each', async () => {
	const log: string[] = [];
	const task = (name: string) => async (need: Need) => {
		log.push(`${name} begins`);
		await need(name);
		log.push(`${name} ends`);
		return name.toUpperCase();
	};
	const results = await gather(['a', 'b', 'c'].map(task), async needs => void log.push(needs.join('+')));
	expect(results).toEqual(['A', 'B', 'C']);
	expect(log).toEqual(['a begins', 'b begins', 'c begins', 'a+b+c', 'a ends', 'b ends', 'c ends']);
});

test('a task that needs nothing holds no other up', async () => {
	const provided: string[][] = [];
	const tasks = [async () => 'none', async (need: Need) => need('it').then(() => 'one')];
	expect(await gather(tasks, async needs => void provided.push([...needs]))).toEqual(['none', 'one']);
	expect(provided).toEqual([['it']]);
});

test('a task that fails holds no other up', async () => {
	let ended = 0;
	const fails = async () => {
		throw new Error('no');
	};
	const other = async (need: Need) => {
		await need('it');
		ended += 1;
	};
	await expect(gather([other, fails], async () => {})).rejects.toThrow('no');
	expect(ended).toBe(1);
});

test('nothing is provided if no task needs it', async () => {
	let calls = 0;
	const provide = async () => {
		calls += 1;
	};
	expect(await gather([], provide)).toEqual([]);
	expect(await gather([async () => 1], provide)).toEqual([1]);
	expect(calls).toBe(0);
});
