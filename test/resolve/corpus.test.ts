import {beforeAll, describe, expect, test} from 'vitest';
import {decide, type Ruling} from '../../source/resolve/decide.ts';
import {editsByFile} from '../../source/resolve/file-edits.ts';
import {placer} from '../../source/resolve/place/place-change.ts';
import {mergeIdentical, type Proposal} from '../../source/resolve/proposal.ts';
import {formatText, parseText, spliceText} from '../../source/resolve/text.ts';
import type {PullRequest} from '../../source/review/comment.ts';
import {readPullRequest} from '../../source/review/read.ts';
import {type CorpusCase, hasCorpus, openBlobs, readCases} from '../helpers/corpus.ts';
import {toThread} from '../helpers/corpus-thread.ts';
import {policy} from '../helpers/proposal.ts';
import {pullRequest} from '../helpers/pull-request.ts';

type Result = {rulings: Ruling[]; files: Map<string, string>};

let read: (key: string) => string;

/** The whole way of a pull request, on blobs instead of a work tree. */
function run(given: CorpusCase, request: PullRequest): Result {
	const head = given.commits.at(-1)!;
	const today = new Map(Object.entries(head.files).map(([path, key]) => [path, parseText(read(key))]));
	const proposals = readPullRequest(request).findings.flatMap(finding =>
		finding.changes.map((change): Proposal => {
			const {path} = change;
			const linesAt = (name: string | null) => {
				const key = given.commits.find(commit => commit.name === name)?.files[path];
				return key === undefined ? null : parseText(read(key)).lines;
			};
			const place = placer(today.get(path)!.lines, {at: linesAt, head: linesAt(head.name)});
			return {change, findings: [finding], aliases: [], path, placement: place(change)};
		}),
	);
	const {rulings} = decide(mergeIdentical(proposals), policy());
	const edits = editsByFile(rulings);
	const files = new Map([...today].map(([path, text]) => [path, formatText(spliceText(text, edits.get(path) ?? []))]));
	return {rulings, files};
}

const isMade = ({files}: Result, expected: Record<string, string>) =>
	Object.entries(expected).every(([path, key]) => files.get(path) === read(key));

describe.skipIf(!hasCorpus)('real suggestions', () => {
	beforeAll(async () => {
		read = await openBlobs();
	});

	/** What each case came to: its results in the order of the cases. */
	function runAll(kind: string): {given: CorpusCase; result: Result}[] {
		const cases = readCases(kind);
		expect(cases.length).toBeGreaterThan(0);
		return cases.map(given => ({
			given,
			result: run(given, pullRequest({reviewThreads: given.comments.map(toThread)})),
		}));
	}

	const headOf = (given: CorpusCase) => given.commits.at(-1)!.files;

	test.each(['golden', 'moved', 'drift', 'batch', 'eol'])('%s: every one gives the expected bytes', kind => {
		const missed = runAll(kind).filter(({given, result}) => !isMade(result, given.expected.files!));
		expect(missed.map(({given}) => given.id)).toEqual([]);
	});

	test.each([
		['gone', 'stale'],
		['applied', 'already-applied'],
	])('%s: files stay untouched, and every change is %s', (kind, expected) => {
		const all = runAll(kind);
		const touched = all.filter(({given, result}) => !isMade(result, headOf(given)));
		expect(touched.map(({given}) => given.id)).toEqual([]);
		expect(new Set(all.flatMap(({result}) => result.rulings.map(({outcome}) => outcome)))).toEqual(new Set([expected]));
	});

	test('conflict: one of the two results or none, never a mix', () => {
		const mixed = runAll('conflict').filter(({given, result}) => {
			const {anyOf = [], files} = given.expected;
			return ![...anyOf, ...(files ? [files] : []), headOf(given)].some(expected => isMade(result, expected));
		});
		expect(mixed.map(({given}) => given.id)).toEqual([]);
	});
});
