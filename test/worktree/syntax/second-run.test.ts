import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {bisect} from '../../../source/worktree/syntax/bisect.ts';
import {openSyntaxChecker} from '../../../source/worktree/syntax/checker.ts';

type Lines = readonly string[];
type Change = {at: number; text: string};

const checker = openSyntaxChecker({signal: new AbortController().signal, timeoutMs: 30_000});
afterAll(checker.close);

const bytes = (lines: Lines) => Buffer.from(`${lines.join('\n')}\n`);
const made = (lines: Lines, changes: readonly Change[]) =>
	lines.map((line, at) => changes.find(change => change.at === at)?.text ?? line);

const check = (before: Lines, changes: readonly Change[]) =>
	bisect(changes, async subset => {
		const growth = subset.map(({at, text}) => Math.max(0, text.length - before[at]!.length));
		const added = growth.reduce((sum, each) => sum + each, 0);
		const after = bytes(made(before, subset));
		const verdict = await checker.check({path: 'a.ts', before: bytes(before), after, added});
		return verdict === 'ok' ? null : verdict;
	});

const sound = ['const a = 1;', 'function f() {', '}', 'if (x) {', 'g(1, 2);', '// note', 'let s = "x";', 'return 1;'];
const odd = ['b = ((( ;', '}}', '{', 'TWO', '"', '`', '<a>', ')', '', '/*', 'two\nlines here', 'fn(', '];', 'class {'];
const line = fc.oneof({weight: 2, arbitrary: fc.constantFrom(...sound)}, fc.constantFrom(...odd));

test('what is held back is held back again by a second run, also where the file does not parse anyway', async () => {
	const files = fc.array(line, {minLength: 6, maxLength: 6});
	const wishes = fc.tuple(...[1, 3, 5].map(at => line.map(text => ({at, text}))));
	const property = fc.asyncProperty(files, wishes, async (before, changes) => {
		const {kept, heldBack} = await check(before, changes);
		const held = heldBack.map(({unit}) => unit);
		expect((await check(made(before, kept), held)).kept).toEqual([]);
	});
	await fc.assert(property, {seed: 20261122, numRuns: 500});
});
