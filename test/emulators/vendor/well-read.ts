import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {changing} from './obedient.ts';
import type {AskedRequest} from './server.ts';

type Truth = {start_line: number; end_line: number; replacement: string | string[]};

export type Sample = {body: string; path: string; line: number; ground_truth: Truth};

export type WellRead = {
	samples: readonly Sample[];
	/** The sample that a question of a benchmark is about. */
	sampleOf: (request: Pick<AskedRequest, 'body'>) => Sample;
	/** The answer that a sample wants: its lines as they are, and one of the texts that may stand there. */
	rightAnswer: (sample: Sample) => unknown;
};

/** Knows the program's own data set: the folder holds `sample-comments.json` and the files that it is about. */
export function wellRead(folder: string): WellRead {
	const dataSet = JSON.parse(readFileSync(join(folder, 'sample-comments.json'), 'utf8')) as Record<string, Sample[]>;
	const samples = Object.values(dataSet).flat();
	return {
		samples,
		sampleOf({body}) {
			const [, path, line] = /^The remark, on "([^"]+)" line (\d+)/m.exec(body) ?? [];
			const found = samples.find(sample => sample.path === path && sample.line === Number(line));
			if (!found) throw new Error(`no sample at ${path}:${line}`);
			return found;
		},
		rightAnswer({path, ground_truth: truth}) {
			const old = linesOf(join(folder, 'sample-comments'), path).slice(truth.start_line - 1, truth.end_line);
			return changing(path, old.join('\n'), [truth.replacement].flat()[0]!);
		},
	};
}

function linesOf(folder: string, path: string): string[] {
	for (const name of [path, `${path}.txt`]) {
		try {
			return readFileSync(join(folder, name), 'utf8').replace(/\n$/, '').split('\n');
		} catch {}
	}
	throw new Error(`no file ${path}`);
}
