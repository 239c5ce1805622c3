import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {memoryFile} from '../../source/resolve/memory-file.ts';
import {parseMemory} from '../../source/run/memory/parse-memory.ts';
import {fieldNote} from '../../source/tui/review/field-note.ts';
import {summaryOf} from '../../source/tui/review/review-app.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {bot, user} from '../emulators/github/data.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';

const rabbit = {author: bot('coderabbitai')};

/** Two suggestions of a bot that are alike, one of a person, and a remark of the bot in words. */
async function desk() {
	const tree = workTree({'src/list.txt': numbered('item', 40)});
	tree.git('config', 'user.name', 'alice');
	const review = reviewOf(tree)
		.suggest('src/list.txt', 3, ['three'], {...rabbit, body: '**Use t.Run subtests.**'})
		.suggest('src/list.txt', 6, ['six'], {...rabbit, body: '**Prefer subtests with t.Run.**'})
		.suggest('src/list.txt', 9, ['nine'], {author: user('ann')})
		.comment('src/list.txt', 12, 'Please think about this name again.', rabbit);
	const opened = await openDesk(tree, review.save());
	opened.press('g');
	return {...opened, tree};
}

const dialogOf = ({state}: Pick<Desk, 'state'>) => {
	const {dialog} = state();
	return dialog?.kind === 'field' ? dialog : null;
};
const noteOf = ({state}: Pick<Desk, 'state'>) => fieldNote(state())?.text ?? null;

test('Tab in the field for the reason declines for good: words, what they would have declined, and the entry', async () => {
	const at = await desk();
	at.press('x');
	expect([dialogOf(at)?.purpose, noteOf(at)]).toEqual(['reason', '[here] always']);
	at.press(...'we write plain tests', 'tab');
	expect(dialogOf(at)).toMatchObject({purpose: 'reason-always', field: {text: 'we write plain tests'}});
	at.press('tab');
	expect(dialogOf(at)?.purpose).toBe('reason');
	at.press('tab', 'enter');
	expect(dialogOf(at)).toMatchObject({purpose: 'words', field: {text: 'Use subtests t.Run'}});
	expect(noteOf(at)).toBe('would decline 1 finding here; keep 2 to 5 words');
	at.press('ctrl+u', ...'subtests');
	expect(noteOf(at)).toBe('An entry needs 2 to 5 different words');
	at.press('enter');
	expect(dialogOf(at)?.purpose).toBe('words');
	at.press(...' t.Run');
	expect(noteOf(at)).toBe('would decline 2 findings here; keep 2 to 5 words');
	expect(existsSync(join(at.tree.root, memoryFile))).toBe(false);
	at.press('enter');
	const {dialog} = at.state();
	if (dialog?.kind !== 'confirm') throw new Error('there is no question');
	expect(dialog.question.lines.map(textOf)).toEqual([
		expect.stringMatching(/^"subtests t\.Run" of coderabbit in \*\*\/\*\.txt, until \d{4}-\d\d-\d\d$/),
		'  src/list.txt: Use t.Run subtests.',
		'  src/list.txt: Prefer subtests with t.Run.',
	]);
	at.press('y');
	await at.until(({keptForGood}) => keptForGood === 1);
	expect([...at.state().history.now.values()]).toMatchObject([{action: 'decline', reason: 'we write plain tests'}]);
	expect(at.state().notice?.text).toBe(`written to ${memoryFile}; to share it: git add ${memoryFile}`);
	const read = parseMemory(at.tree.read(memoryFile));
	expect(read).toMatchObject({entries: [{words: ['subtests', 't.Run'], by: 'alice', path: '**/*.txt'}]});
	await at.planned();
	expect(summaryOf(at.state())).toContain(`declined for good: 1 entry written to ${memoryFile}`);
});

test('a no to what it would decline keeps nothing, and decides nothing', async () => {
	const at = await desk();
	at.press('x', ...'no', 'tab', 'enter', 'enter', 'n');
	expect([at.state().history.now.size, at.state().forGood, at.state().dialog]).toEqual([0, null, null]);
	expect(existsSync(join(at.tree.root, memoryFile))).toBe(false);
});

test('without a reason the field stays open, and Esc leaves it', async () => {
	const at = await desk();
	at.press('x', 'tab', 'enter');
	expect([dialogOf(at)?.purpose, noteOf(at)]).toEqual(['reason-always', 'here [always]: needs a reason']);
	at.press('escape');
	expect(at.state().dialog).toBeNull();
});

test.each([
	['by a person', ['j', 'j']],
	['in words', ['j', 'j', 'j']],
])('there is no switch for a finding %s, nor for all with X', async (_, keys) => {
	const at = await desk();
	at.press(...keys, 'x');
	expect([noteOf(at), dialogOf(at)?.offers]).toEqual([null, undefined]);
	at.press('tab');
	expect(dialogOf(at)?.purpose).toBe('reason');
	at.press('escape', 'X', 'tab');
	expect([dialogOf(at)?.purpose, dialogOf(at)?.offers]).toEqual(['reason-for-all', undefined]);
});
