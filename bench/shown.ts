import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setStage} from '../demo/stage.ts';
import {openCorpus} from './accuracy/corpus.ts';
import {makeRepository} from './accuracy/repository.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import type {Figure, Measured} from './figure.ts';
import {bundlePrograms} from './terminal/bundle.ts';
import type {ShownCounts} from './terminal/count-shown.ts';

const without: Figure = {
	name: 'findings on a file that exists for which the review app shows no code',
	unit: 'findings',
	bound: 0,
	meaning: 'Whether you see the lines that a comment is on, also if they were moved, edited or deleted since.',
};
const below: Figure = {
	name: 'such findings whose code is not visible at once in a window of 80x24',
	unit: 'findings',
	bound: 0,
	meaning: 'Whether you see a line that changes, or that the comment is on, before you scroll.',
};

export const shown: Benchmark = {
	about: 'Whether the review app shows the code of every finding.',
	seconds: 20,
	figures: [without, below],
	measure,
};

type Place = {cwd: string; recording: string};

async function measure(machine: Machine): Promise<Measured[]> {
	const {node, env, folder, corpus} = machine;
	const places = corpus === null ? [await demo(machine)] : await recorded(corpus, machine);
	const programOf = await bundlePrograms(folder);
	const counts = places.map(
		({cwd, recording}): ShownCounts =>
			JSON.parse(runSync(node, [programOf('program'), 'shown', recording], {cwd, env})),
	);
	const sum = (of: keyof ShownCounts) => counts.reduce((total, each) => total + each[of], 0);
	const of = corpus === null ? 'the demo' : `${places.length} recorded pull requests`;
	const detail = `${sum('all')} findings`;
	return [
		{figure: without, of, value: sum('without'), detail},
		{figure: below, of, value: sum('below'), detail},
	];
}

async function demo({folder, env}: Machine): Promise<Place> {
	const recording = join(import.meta.dirname, '../demo/recording.json');
	const {place, review} = await setStage({folder: join(folder, 'demo'), recording, env});
	return {cwd: place.cwd, recording: review};
}

/** The whole pull requests of a corpus. */
async function recorded(corpus: string, {folder, env}: Machine): Promise<Place[]> {
	const {cases, content} = openCorpus(corpus, {kinds: ['pull'], limit: null});
	const {signal} = new AbortController();
	const places: Place[] = [];
	for (const given of cases) {
		const cwd = join(folder, given.id);
		const recording = `${cwd}.json`;
		writeFileSync(recording, JSON.stringify(await makeRepository(given, content, cwd, {env, signal})));
		places.push({cwd, recording});
	}
	return places;
}
