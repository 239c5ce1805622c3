import {join} from 'node:path';
import {withFolder} from '../isolation.ts';
import type {Corpus} from './corpus.ts';
import {type Judgement, judge} from './judge.ts';
import {type TrialOptions, tryCase} from './trial.ts';

export type ScoreOptions = Omit<TrialOptions, 'folder'> & {
	/** Number of cases at a time. */
	jobs: number;
	/** Called after each case. */
	onJudged?: (judged: number) => void;
};

/** Runs the program on all cases and judges what it did; in the order of the cases. */
export async function score(corpus: Corpus, {jobs, onJudged, ...options}: ScoreOptions): Promise<Judgement[]> {
	const judgements: Judgement[] = [];
	const left = corpus.cases.entries();
	let judged = 0;
	const work = async (folder: string) => {
		for (const [index, candidate] of left) {
			const trial = await tryCase(candidate, corpus.content, {...options, folder});
			judgements[index] = judge(candidate, corpus.content, trial);
			judged++;
			onJudged?.(judged);
		}
	};
	await withFolder(folder =>
		Promise.all(Array.from({length: jobs}, (_, worker) => work(join(folder, String(worker))))),
	);
	return judgements;
}
