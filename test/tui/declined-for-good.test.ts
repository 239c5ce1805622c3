import {expect, test} from 'vitest';
import {entryId} from '../../source/run/memory/entry.ts';
import {findingLines} from '../../source/tui/review/list-pane.ts';
import {summaryOf} from '../../source/tui/review/review-app.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {bot} from '../emulators/github/data.ts';
import {fetchedMemory} from '../helpers/fetched-memory.ts';
import {entry} from '../helpers/memory-entry.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';

const rabbit = {author: bot('coderabbitai')};
const known = entry({words: ['t.Run', 'subtests'], until: '2999-12-31'});

async function desk() {
	const tree = fetchedMemory(workTree({'src/list.txt': numbered('item', 40)}), [known]);
	const review = reviewOf(tree)
		.suggest('src/list.txt', 3, ['three'], {...rabbit, body: '**Use t.Run subtests.**'})
		.suggest('src/list.txt', 6, ['six'], {...rabbit, body: '**Close the file.**'});
	const opened = await openDesk(tree, review.save());
	opened.press('g');
	return opened;
}

type Opened = Awaited<ReturnType<typeof desk>>;

const linesOf = ({state}: Opened) => findingLines(state(), {width: 90, height: 10});
const outcomesOf = ({state}: Opened) => [...state().index.judged.values()].map(({verdict}) => verdict.outcome);

test('what the team has declined for good is the last group, dimmed, and z takes it up again', async () => {
	const at = await desk();
	expect(outcomesOf(at)).toEqual(['declined', 'planned']);
	const texts = linesOf(at).map(textOf);
	expect(texts.findIndex(text => text.includes('declined by memory'))).toBe(2);
	expect(texts[3]).toContain('Use t.Run subtests.');
	const dimmed = linesOf(at)[3]!.find(({text}) => text.includes('Use t.Run subtests.'));
	expect(dimmed?.tone).toBe('quiet');
	expect(summaryOf(at.state())).toContain('1 planned, 1 declined by memory');
	at.press('G');
	const reason = at.state().index.judged.values().next().value?.verdict.reason;
	expect(reason).toMatch(/^alice has declined it for good in \w{10}: we write plain tests/);
	expect(reason).toContain(`entry ${entryId(known)}`);
	at.press('space');
	expect(at.state().history.now.size).toBe(0);
	at.press('z');
	await at.planned();
	expect(outcomesOf(at)).toEqual(['planned', 'planned']);
	expect(at.state().notice?.text).toContain('taken up again');
	at.press('z');
	await at.planned();
	expect(outcomesOf(at)).toEqual(['declined', 'planned']);
});

test('X leaves it to the team', async () => {
	const at = await desk();
	at.press('X', 'enter');
	expect([...at.state().history.now.values()]).toHaveLength(1);
});

test('what was taken up and applied stays so in this clone', async () => {
	const at = await desk();
	at.press('G', 'z');
	await at.planned();
	at.press('A', 'y');
	await at.until(({run}) => run.written !== null);
	await at.planned();
	expect(outcomesOf(at)).toEqual(['applied', 'applied']);
});
