import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {changing} from '../emulators/vendor/obedient.ts';
import type {AnswerOf, AskedRequest} from '../emulators/vendor/server.ts';

const folder = join(import.meta.dirname, '../../bench');

export const ownDataSet = join(folder, 'sample-comments.json');

type Truth = {start_line: number; end_line: number; replacement: string | string[]};
type Sample = {body: string; path: string; line: number; ground_truth: Truth};

const samples = Object.values(JSON.parse(readFileSync(ownDataSet, 'utf8')) as Record<string, Sample[]>).flat();

function fileOf(path: string): string[] {
	for (const name of [path, `${path}.txt`]) {
		try {
			return readFileSync(join(folder, 'sample-comments', name), 'utf8')
				.replace(/\n$/, '')
				.split('\n');
		} catch {}
	}
	throw new Error(`no file ${path}`);
}

/** The sample that a question of a benchmark is about. */
export function sampleOf({body}: Pick<AskedRequest, 'body'>): Sample {
	const [, path, line] = /^The remark, on "([^"]+)" line (\d+)/m.exec(body) ?? [];
	const found = samples.find(sample => sample.path === path && sample.line === Number(line));
	if (!found) throw new Error(`no sample at ${path}:${line}`);
	return found;
}

/** The answer that a sample wants: its lines as they are, and one of the texts that may stand there. */
export function rightAnswer({path, ground_truth: truth}: Sample): unknown {
	const old = fileOf(path).slice(truth.start_line - 1, truth.end_line);
	return changing(path, old.join('\n'), [truth.replacement].flat()[0]!);
}

/** A model that answers every question of the program's own data set as it should. */
export const perfect: AnswerOf = request => rightAnswer(sampleOf(request));
