import fc from 'fast-check';
import {expect, test} from 'vitest';
import {withFolder} from '../../bench/isolation.ts';
import {makePlaces} from '../../bench/walks/places.ts';
import {walksThrough} from '../../bench/walks/steps.ts';
import {walk} from '../../bench/walks/walk.ts';
import {executable} from '../helpers/work-tree.ts';

const program = {node: process.execPath, cli: executable};

/** Few of them, and short ones; `npm run bench -- walks` takes many. */
test.each(['review', 'setup', 'bench', 'inbox', 'watch'] as const)(
	'after random keys, pastes, resizes and suspensions in %s, Esc goes back, ? helps, and the terminal is left as it was',
	async screen => {
		await withFolder(async folder => {
			const places = await makePlaces(folder, process.env.PATH ?? '');
			const isAlive = async (taken: Parameters<typeof walk>[0]) => {
				expect(await walk(taken, await places.make(taken), program)).toBeNull();
			};
			const property = fc.asyncProperty(walksThrough(screen, 40), isAlive);
			await fc.assert(property, {numRuns: 2, endOnFailure: true}).finally(places.close);
		});
	},
	900_000,
);

test('a walk whose last key leaves the setup without saving is not deaf', async () => {
	await withFolder(async folder => {
		const places = await makePlaces(folder, process.env.PATH ?? '');
		const toSave = ['s', 's', ...Array.from({length: 5}, () => down), enter, down];
		const steps = [...toSave.flatMap(press => [{press}, {waitMs: 500}]), {press: enter}];
		const taken = {screen: 'setup', confirms: false, steps} as const;
		expect(await walk(taken, await places.make(taken), program).finally(places.close)).toBeNull();
	});
}, 120_000);

const [down, enter] = ['\x1b[B', '\r'];
