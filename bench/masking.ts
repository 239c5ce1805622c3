import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {maskSecrets} from '../source/llm/mask/mask.ts';
import {openCorpus} from './accuracy/corpus.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import type {Figure, Measured} from './figure.ts';
import {countMissed, missedFigures} from './masking/missed.ts';

const mistakes: Figure = {
	name: 'lines that are masked although they contain no key, per 10,000',
	unit: 'lines',
	bound: 1,
	meaning:
		'A model cannot judge a masked line. Counts lines of real files without keys, excluding files that contain encoded JSON, which looks like a token (`eyJ`, `WyJ`).',
};

export const masking: Benchmark = {
	about: 'Whether the masking of secrets misses keys, and how often it has false positives.',
	seconds: 8,
	figures: [...missedFigures, mistakes],
	measure: async machine => [...(await countMissed(machine.print)), await countMistakes(machine)],
};

async function countMistakes({corpus, print}: Machine): Promise<Measured> {
	const texts = corpus === null ? ownSources() : filesOf(corpus);
	let [lines, masked] = [0, 0];
	const shown = new Set<string>();
	for (const text of texts.filter(each => !/\b(?:eyJ|WyJ)/.test(each))) {
		const before = text.split('\n');
		const after = (await maskSecrets([text])).texts[0]!.split('\n');
		lines += before.length;
		for (const [index, line] of before.entries()) {
			if (line === after[index]) continue;
			masked++;
			shown.add(`  ${after[index]!.trim().slice(0, 100)}`);
		}
	}
	if (shown.size > 0) print(`masked:\n${[...shown].slice(0, 20).join('\n')}`);
	const of = corpus === null ? "this project's own source" : `${texts.length} files of reviewed repositories`;
	return {figure: mistakes, of, value: (masked / lines) * 10_000, detail: `${masked} of ${lines} lines`};
}

function ownSources(): string[] {
	const folder = join(import.meta.dirname, '../source');
	return readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.filter(name => /\.tsx?$/.test(name))
		.map(name => readFileSync(join(folder, name), 'utf8'));
}

/** Every version of every text file that the cases of a corpus refer to. */
function filesOf(folder: string): string[] {
	const {cases, content} = openCorpus(folder, {kinds: [], limit: null});
	const keys = new Set(cases.flatMap(({commits}) => commits.flatMap(({files}) => Object.values(files))));
	return [...keys].map(content).filter(isText).map(String);
}

const isText = (bytes: Buffer) => !bytes.includes(0);
