import fc from 'fast-check';
import {expect, test} from 'vitest';
import {changeAt} from '../../../source/resolve/decision.ts';
import {placer} from '../../../source/resolve/place/place-change.ts';
import {seenLinesOf} from '../../../source/resolve/place/seen-lines.ts';
import {spliceText} from '../../../source/resolve/text.ts';
import {textOf} from '../../helpers/proposal.ts';

type Edit = {file: string[]; from: number; to: number; made: string[]};

/** Few different lines, so that most of them repeat; brackets and blank lines among them. */
const line = fc.constantFrom('a', 'b', 'c', '}', '');
const file = fc.oneof(fc.array(line, {maxLength: 30}), fc.array(fc.constant('a'), {maxLength: 30}));

/** An edit of any lines of a file, which may be none or all of them. */
const edit: fc.Arbitrary<Edit> = fc
	.tuple(file, fc.nat(30), fc.nat(30), fc.array(line, {maxLength: 4}))
	.map(([file, a, b, made]) => {
		const [from = 0, to = 0] = [a, b].map(at => Math.min(at, file.length)).sort((one, other) => one - other);
		return {file, from, to, made};
	})
	.filter(({file, from, to, made}) => made.join('\n') !== file.slice(from, to).join('\n'));

/** The decision made on `file`, read again when the file is `today`: its placement and the lines afterwards. */
function replay({file, from, to, made}: Edit, today: readonly string[]) {
	const seen = seenLinesOf(file, {from, to, lines: made});
	const text = made.map(each => `${each}\n`).join('');
	const change = changeAt({path: 'file.txt', start: from + 1, end: to, seen}, text, 'c1');
	const placement = placer(today, {at: () => null, head: null})(change);
	const edits = 'edits' in placement ? placement.edits : [];
	return {kind: placement.kind, after: spliceText(textOf(today), edits).lines, seen};
}

const done = ({file, from, to, made}: Edit) => file.toSpliced(from, to - from, ...made);

test('in the file as it was, exactly the lines are replaced', () => {
	fc.assert(
		fc.property(edit, one => {
			const {kind, after} = replay(one, one.file);
			expect({kind, after}).toEqual({kind: 'exact', after: done(one)});
		}),
	);
});

test('replayed after it was written, it writes nothing', () => {
	fc.assert(
		fc.property(edit, one => {
			const today = done(one);
			expect(replay(one, today).after).toEqual(today);
		}),
	);
});

test('whatever else the file has become, it replaces the lines that were seen or none', () => {
	const rest = fc.array(line, {maxLength: 12});
	fc.assert(
		fc.property(edit, rest, rest, (one, before, behind) => {
			const {above, lines, below, startsFile, endsFile} = replay(one, one.file).seen;
			const [head, tail] = [startsFile ? [] : before, endsFile ? [] : behind];
			const today = [...head, ...above, ...lines, ...below, ...tail];
			const {kind, after} = replay(one, today);
			const wanted = [...head, ...above, ...one.made, ...below, ...tail];
			expect(after).toEqual(kind === 'exact' || kind === 'moved' ? wanted : today);
		}),
	);
});

test('where a line of it or next to it has changed, it writes nothing', () => {
	fc.assert(
		fc.property(edit, fc.nat(60), fc.boolean(), (one, nth, isAdded) => {
			const {above, lines, below} = replay(one, one.file).seen;
			const size = above.length + lines.length + below.length;
			fc.pre(size > 1);
			// A new line inside of what was seen, or instead of a line of it.
			const at = one.from - above.length + (isAdded ? 1 + (nth % (size - 1)) : nth % size);
			const today = one.file.toSpliced(at, isAdded ? 0 : 1, 'new');
			expect(replay(one, today)).toMatchObject({kind: 'stale', after: today});
		}),
	);
});
