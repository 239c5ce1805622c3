import fc from 'fast-check';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {committed, exactly} from './committing.ts';

const path = 'src/list.txt';
const count = 40;
const original = Array.from({length: count}, (_, index) => `item ${index + 1}`);

/** What is done to a line of the file: kept, edited, deleted, or one added below it. */
type Fate = 'kept' | 'edited' | 'deleted' | 'followed';

/** What a user does to a few lines, and what reviewers suggest for others: a number of new lines for each. */
const line = fc.nat(count - 1);
const edits = fc.array(fc.record({line, fate: fc.constantFrom<Fate>('edited', 'deleted', 'followed')}), {maxLength: 3});
const situation = fc.record({
	staged: edits,
	unstaged: edits,
	suggested: fc.uniqueArray(fc.record({line, lines: fc.nat(2)}), {
		minLength: 1,
		maxLength: 6,
		selector: suggestion => suggestion.line,
	}),
	split: fc.constantFrom('one', 'finding'),
});

const textOf = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');

function edit(lines: readonly string[], edits: readonly {line: number; fate: Fate}[], by: string, taken: Set<string>) {
	const fates = new Map(edits.map(({line, fate}) => [original[line]!, fate]));
	return lines.flatMap(line => {
		const fate = taken.has(line) ? 'kept' : (fates.get(line) ?? 'kept');
		if (fate === 'deleted') return [];
		if (fate === 'edited') return [`${by} ${line}`];
		return fate === 'followed' ? [line, `${by} below ${line}`] : [line];
	});
}

const stateOf = (tree: WorkTree) => [tree.head, exactly(tree, 'ls-files', '-s'), tree.snapshot()];

test('whatever is staged and edited: a commit has suggested lines only, the index gets the same, and undo restores all', async () => {
	const start = workTree({[path]: textOf(original)});
	const property = fc.asyncProperty(situation, async ({staged, unstaged, suggested, split}) => {
		const tree = start.copy();
		const replaced = new Map(
			suggested.map(({line, lines}) => [
				original[line]!,
				Array.from({length: lines}, (_, index) => `better ${line + 1}.${index}`),
			]),
		);
		const taken = new Set(replaced.keys());
		const review = reviewOf(tree);
		for (const {line} of suggested) review.suggest(path, line + 1, replaced.get(original[line]!)!);
		const from = review.save();
		const index = edit(original, staged, 'staged', taken);
		tree.put({[path]: textOf(index)}).git('add', '-A');
		const disk = edit(index, unstaged, 'unstaged', taken);
		tree.put({[path]: textOf(disk)});
		const before = stateOf(tree);

		const {report} = await committed(tree, from, '--set', `split=${split}`);
		const applied = report.changes.filter(({outcome}) => outcome === 'applied');
		const left = new Set(report.uncommitted.flatMap(({changes}) => changes));
		expect(applied.every(({id, commit}) => (commit === null) === left.has(id))).toBe(true);
		const [isApplied, isCommitted] = [applied, applied.filter(({commit}) => commit !== null)].map(
			changes => new Set(changes.map(change => original[change.original.start - 1]!)),
		);
		const made = (lines: readonly string[], which: ReadonlySet<string>) =>
			textOf(lines.flatMap(line => (which.has(line) ? replaced.get(line)! : [line])));
		expect(tree.read(path)).toBe(made(disk, isApplied!));
		expect(exactly(tree, 'show', `HEAD:${path}`)).toBe(made(original, isCommitted!));
		expect(exactly(tree, 'show', `:${path}`)).toBe(made(index, isCommitted!));
		expect(report.commits.length).toBe(split === 'one' ? Math.min(1, isCommitted!.size) : isCommitted!.size);
		if (isApplied!.size > 0) expect((await tree.call(['undo'])).code).toBe(0);
		expect(stateOf(tree)).toEqual(before);
	});
	await fc.assert(property, {numRuns: 5});
});
