import {beforeAll, describe, expect, test} from 'vitest';
import {locateSketch} from '../../../source/resolve/place/locate.ts';
import {searchable} from '../../../source/resolve/place/occurrences.ts';
import {parseText} from '../../../source/resolve/text.ts';
import {readDiffFence} from '../../../source/review/diff-fence.ts';
import type {Sketch} from '../../../source/review/finding.ts';
import {readBlocks} from '../../../source/review/markdown.ts';
import {readReplacements} from '../../../source/review/replace-instruction.ts';
import {hasCorpus, openBlobs, readCases, readCommented, readLabelled, readPool} from '../../helpers/corpus.ts';

type Label = {
	path: string;
	kind: string;
	match?: string;
	elided?: boolean;
	start_line: number | null;
	end_line: number | null;
	old_text: string;
	new_text: string;
};

type Row = {
	id: string;
	body: string;
	path: string | null;
	line: number | null;
	start_line: number | null;
	original_line: number | null;
	original_start_line: number | null;
	original_commit: string | null;
	file_sha1?: string | null;
	expected: {changes?: Label[] | null; alternative_changes?: Label[] | null};
};

const nearOf = (row: Row): Sketch['near'] => {
	const end = row.original_line ?? row.line;
	return end === null ? null : {start: row.original_start_line ?? row.start_line ?? end, end};
};

const diffsOf = (body: string) =>
	readBlocks(body)
		.filter(block => block.kind === 'fence' && block.info === 'diff')
		.flatMap(block => (block.kind === 'fence' ? readDiffFence(block) : []));

const toLines = (text: string) => parseText(text).lines;

/** The lines with the edits of these labels made; they do not overlap. */
function edited(lines: readonly string[], labels: readonly Label[]): string[] {
	const result = [...lines];
	for (const {start_line, end_line, new_text} of [...labels].sort((a, b) => b.start_line! - a.start_line!)) {
		result.splice(start_line! - 1, end_line! - start_line! + 1, ...toLines(new_text));
	}
	return result;
}

describe.skipIf(!hasCorpus)('diffs of real comments', () => {
	let rows: Row[];
	/** The file that a row was written on, where the corpus holds it. */
	let fileOf: (row: Row, path: string) => string[] | null;

	beforeAll(async () => {
		rows = readLabelled<Row>();
		const read = await openBlobs();
		const contents = new Map<string, string>();
		for (const {commits} of readCases('pull')) {
			for (const {sha, files} of commits as {sha?: string; files: Record<string, string>}[]) {
				for (const [path, key] of Object.entries(files)) contents.set(`${sha}:${path}`, key);
			}
		}
		fileOf = (row, path) => {
			if (row.file_sha1 && path === row.path) return toLines(readCommented(row.file_sha1));
			const key = contents.get(`${row.original_commit}:${path}`);
			return key === undefined ? null : toLines(read(key));
		};
	});

	test('each is found on the lines of its label, or not at all', () => {
		const counts = {right: 0, wrong: 0, missed: 0, untouched: 0, unlabelled: 0};
		for (const row of rows) {
			const labels = [...(row.expected.changes ?? []), ...(row.expected.alternative_changes ?? [])].filter(
				({kind, match}) => kind === 'diff' && match !== 'nofile',
			);
			const taken = new Set<Label>();
			for (const path of new Set(labels.map(label => label.path))) {
				const lines = fileOf(row, path);
				if (!lines) continue;
				const here = labels.filter(label => label.path === path);
				for (const {hunks, flaw} of diffsOf(row.body)) {
					if (flaw) continue;
					const result = locateSketch(
						{
							id: 'c',
							from: 'diff',
							path,
							commit: null,
							near: nearOf(row),
							hunks,
							confidence: 1,
							isOption: false,
							flaw: null,
						},
						searchable(lines),
					);
					if (result.kind === 'applied') counts.untouched++;
					if (result.kind !== 'found') continue;
					const {start, end, replacement} = result;
					const meant = here.filter(label => label.start_line! >= start && label.end_line! <= end);
					for (const label of meant) taken.add(label);
					const ours = lines.toSpliced(start - 1, end - start + 1, ...replacement);
					const isRight = meant.length > 0 && ours.join('\n') === edited(lines, meant).join('\n');
					if (isRight) {
						expect(start, row.id).toBe(Math.min(...meant.map(label => label.start_line!)));
						expect(end, row.id).toBe(Math.max(...meant.map(label => label.end_line!)));
					}
					counts[isRight ? 'right' : 'wrong']++;
				}
				counts.missed += here.filter(label => label.match !== 'none' && !taken.has(label)).length;
			}
		}
		expect(counts).toMatchObject({wrong: 0, missed: 0});
		expect(counts.right).toBeGreaterThanOrEqual(15);
	});

	test('every fence of the pool is read, and no pair is made up', () => {
		const counts = {fences: 0, read: 0, flawed: 0, withoutPlace: 0, pairs: 0};
		for (const {body} of readPool<Row>()) {
			const fences = readBlocks(body).filter(block => block.kind === 'fence' && block.info === 'diff').length;
			const diffs = diffsOf(body);
			counts.fences += fences;
			counts.read += diffs.length;
			counts.flawed += diffs.filter(({flaw}) => flaw).length;
			counts.withoutPlace += diffs.filter(({hunks}) => hunks.some(({old}) => old.length === 0)).length;
			counts.pairs += readReplacements(readBlocks(body)).length;
		}
		expect(counts.read).toBe(counts.fences);
		expect(counts.flawed).toBeLessThan(counts.fences / 50);
		expect(counts.withoutPlace).toBeLessThan(counts.fences / 40);
		expect(counts.pairs).toBe(0);
	});
});
