import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {decide} from '../../../source/resolve/decide.ts';
import {locateSketches} from '../../../source/resolve/place/locate-sketches.ts';
import {searchable} from '../../../source/resolve/place/occurrences.ts';
import {nameLines} from '../../../source/resolve/place/words.ts';
import {type Change, type Finding, worktree} from '../../../source/review/finding.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {carriedOut, finding, policy, propose} from '../../helpers/proposal.ts';
import {bot, pullRequest, reviewComment, suggestion, thread} from '../../helpers/pull-request.ts';

const file = ['start()', 'if (a) {', '  if (b) {', '    c()', '  }', '  d()', '}', '', 'end()'];

const diff = (...lines: string[]) => ['```diff', ...lines, '```'].join('\n');

/** Without the inner condition, from `if (a)` to its bracket. */
const ownDiff = diff(' if (a) {', '-  if (b) {', '-    c()', '-  }', '   d()', ' }');
const wanted = ['if (a) {', '  d()', '}'];

/** What a comment on these lines (1-based, inclusive) is read as. */
function read(start: number, end: number, ...parts: string[]): Finding {
	const lines = {line: end, startLine: start === end ? null : start};
	const comment = reviewComment(parts.join('\n\n'), {author: bot('somebot')});
	return readPullRequest(pullRequest({reviewThreads: [thread([comment], lines)]})).findings[0]!;
}

/** Draws up a finding whose reviewer saw these lines. */
function draw(found: Finding, lines: readonly string[] = file, commit: string | null | undefined = undefined): Finding {
	const seenIn = commit === undefined ? (found.changes[0]?.original.commit ?? worktree) : commit;
	return locateSketches(
		found,
		() => lines,
		() => ({file: searchable(lines), commit: seenIn ?? worktree}),
	);
}

function make(found: Finding, lines: readonly string[] = file) {
	const plan = decide(propose([draw(found, lines)], lines), policy());
	return {lines: carriedOut(plan, lines), reasons: plan.rulings.map(({reason}) => reason)};
}

const afterDiff = ['start()', ...wanted, '', 'end()'];

describe('a suggestion that misses its lines, beside a diff that leads to just the lines of the suggestion', () => {
	test.each([
		['a bracket too few', 2, 6],
		['shifted up', 1, 6],
		['shifted down', 3, 9],
		['on one line', 4, 4],
	])('is made as the diff has it: %s', (_, start, end) => {
		const found = read(start, end, ownDiff, suggestion(wanted.join('\n')));
		const {lines, reasons} = make(found);
		expect(lines).toEqual(afterDiff);
		expect(reasons).toEqual([
			`the diff next to the suggestion replaces lines 2-7, not ${nameLines(start, end)}: used the diff`,
		]);
		expect(draw(found).changes).toMatchObject([{from: 'diff', id: found.sketches[0]!.id}]);
	});

	test('with lines that the diff does not show', () => {
		const {lines} = make(read(3, 6, ownDiff, suggestion(['start()', ...wanted].join('\n'))));
		expect(lines).toEqual(afterDiff);
	});

	test('where the diff replaces lines', () => {
		const text = ['a', 'b', 'c', '}', '}'];
		const {lines} = make(read(1, 2, diff('-b', '-c', '+x', '+y'), suggestion('a\nx\ny')), text);
		expect(lines).toEqual(['a', 'x', 'y', '}', '}']);
	});
});

describe('a suggestion is applied as written', () => {
	const literal = (start: number, end: number, ...parts: string[]) => draw(read(start, end, ...parts)).changes;

	test.each<[string, number, number, string[]]>([
		['its diff replaces just its lines', 2, 7, wanted],
		['its range holds more than its diff shows', 2, 8, wanted],
		['its diff leads to another text', 2, 6, ['if (a) {', '  e()', '}']],
		['it deletes', 3, 5, []],
	])('where %s', (_, start, end, lines) => {
		const changes = literal(start, end, ownDiff, suggestion(lines.join('\n')));
		expect(changes).toMatchObject([{from: 'suggestion', replacement: lines}]);
		expect(changes[0]).not.toHaveProperty('note');
	});

	test.each([
		['is not in the file', diff('-z()', '+y()')],
		['stands at several places', diff('-}', '+)')],
		['is of another file', diff('--- a/other.ts', '+++ b/other.ts', ' if (a) {', '-  if (b) {', '-    c()', '-  }')],
		['leaves lines out', `${ownDiff.replace('   d()', '+  /* ... */\n   d()')}`],
		['is one of two', `${ownDiff}\n\n${ownDiff}`],
	])('where the diff %s', (_, text) => {
		expect(literal(2, 6, text, suggestion(wanted.join('\n')))).toMatchObject([{from: 'suggestion'}]);
	});

	test('where its diff only removes a blank line more', () => {
		const withBlank = ownDiff.replace('\n }\n', '\n }\n-\n');
		expect(draw(read(2, 8, withBlank)).changes).toMatchObject([{original: {start: 2, end: 8}, replacement: wanted}]);
		expect(literal(2, 7, withBlank, suggestion(wanted.join('\n')))).toMatchObject([{from: 'suggestion'}]);
	});

	test('where the diff counts in another version of the file', () => {
		const found = read(2, 6, ownDiff, suggestion(wanted.join('\n')));
		expect(draw(found, file, 'another').changes).toMatchObject([{from: 'suggestion'}]);
	});
});

describe('a suggestion that repeats lines next to its range', () => {
	const repeating = suggestion('start()\nif (a && b) {');

	test('is made without that, if the result can be checked', () => {
		const {changes} = draw(read(2, 2, repeating));
		expect(changes).toMatchObject([{replacement: ['if (a && b) {'], caution: expect.stringContaining('line 1')}]);
	});

	test('is made as the diff beside it has it', () => {
		const {changes} = draw(read(2, 2, diff('-if (a) {', '+if (a || b) {'), repeating));
		expect(changes).toMatchObject([
			{from: 'diff', replacement: ['if (a || b) {'], caution: null, note: expect.stringContaining('line 1')},
		]);
	});

	test('and contains nothing else needs review, unless a diff beside it settles it', () => {
		const misplaced = suggestion('end()');
		expect(draw(read(8, 8, misplaced)).disposition?.outcome).toBe('needs-person');
		expect(draw(read(8, 8, diff(' ', '-end()', '+finish()'), misplaced)).changes).toMatchObject([{from: 'diff'}]);
	});
});

test('property: whatever range a suggestion names around its lines, beside its diff it never doubles one', () => {
	const size = fc.integer({min: 1, max: file.length});
	fc.assert(
		fc.property(size, size, (one, other) => {
			const [start, end] = [Math.min(one, other), Math.max(one, other)];
			const {lines} = make(read(start, end, ownDiff, suggestion(wanted.join('\n'))));
			for (const line of lines) if (line) expect(lines.filter(each => each === line)).toHaveLength(1);
		}),
	);
});

test('a note is part of the reason of what is placed', () => {
	const change: Change = {
		...read(1, 1, suggestion('begin()')).changes[0]!,
		note: 'made so',
	};
	const [proposal] = propose([finding([change])], ['new', ...file], file);
	expect(proposal!.placement).toMatchObject({kind: 'moved', reason: expect.stringMatching(/^made so(?:; |$)/)});
});
