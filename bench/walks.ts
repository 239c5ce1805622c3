import fc from 'fast-check';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {makePlaces} from './walks/places.ts';
import {type ScreenName, walksThrough} from './walks/steps.ts';
import {walk} from './walks/walk.ts';

const seed = 20261122;
const keys = 200;
const many: Readonly<Record<ScreenName, number>> = {review: 110, setup: 90, bench: 50, inbox: 150, watch: 100};
const atOnce = 4;

const dead: Figure = {
	name: `walks of ${keys} random keys that end with an unresponsive app, an unconfirmed write, or a changed terminal`,
	unit: 'walks',
	bound: 0,
	meaning:
		'Whether you can get lost in the app: after random keys, pastes, resizes, suspensions and programs in the terminal, Esc must still go back, ? show help and Ctrl-C quit, and the terminal must end as it began.',
};

export const walks: Benchmark = {
	about: 'Random walks through the five screens of the app, in real terminals.',
	seconds: 1300,
	figures: [dead],
	measure,
};

async function measure({folder, env, node, cli, print}: Machine): Promise<Measured[]> {
	const places = await makePlaces(folder, env.PATH ?? '');
	const program = {node, cli: cli()};
	try {
		const measured: Measured[] = [];
		for (const [screen, numRuns] of Object.entries(many) as [ScreenName, number][]) {
			const left = fc.sample(walksThrough(screen, keys), {seed, numRuns});
			const said: string[] = [];
			const worker = async () => {
				for (let next = left.pop(); next; next = left.pop()) {
					const why = await walk(next, await places.make(next), program);
					if (why !== null) said.push(why);
				}
			};
			await Promise.all(Array.from({length: atOnce}, worker));
			for (const why of said) print(why);
			measured.push({figure: dead, of: screen, value: said.length, detail: `of ${numRuns}`});
		}
		return measured;
	} finally {
		await places.close();
	}
}
