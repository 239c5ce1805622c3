import {expect, test} from 'vitest';
import {browseOrCopy, terminalClipboard} from '../../source/tui/clipboard.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';

const notice = ({state}: Desk) => state().notice?.text;

test('y copies the suggested code, also where it cannot be placed, else the whole comment, and says which', async () => {
	const tree = workTree();
	const long =
		'This function does more than its name says, and that will cause trouble as soon as a second caller needs it.';
	const from = reviewOf(tree)
		.suggest('notes.md', 3, ['1st.', '2nd.'], {body: 'As numbers.'})
		.suggest('src/list.txt', 2, [], {body: 'Remove it.'})
		.comment('src/list.txt', 4, `${long}\n\n- *and* a list`)
		.suggest('src/list.txt', 6, ['item VI'], {body: 'Roman.'})
		.save();
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 6', 'entry six')});
	const desk = await openDesk(tree, from);
	desk.press('y');
	expect(notice(desk)).toBe('copied 2 lines of code');
	desk.press('j', 'y');
	expect(notice(desk)).toBe('copied the comment');
	desk.press('j', 'y');
	expect(notice(desk)).toBe('copied the comment');
	desk.press('j', 'y');
	expect(notice(desk)).toBe('copied 1 line of code');
	const [code, deletion, words, stale] = desk.done.copied;
	expect(code).toBe('1st.\n2nd.');
	expect(deletion).toContain('Remove it.\n\n```suggestion');
	expect(words).toBe(`${long}\n\n- *and* a list`);
	expect(stale).toBe('item VI');
});

test('Y copies the link of the comment', async () => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).suggest('notes.md', 3, ['1st.']).save());
	desk.press('Y');
	expect(notice(desk)).toBe('copied the link');
	expect(desk.done.copied).toEqual([expect.stringMatching(/^https:.*#\d+$/)]);
});

test('a clipboard that is not there is named', async () => {
	const tree = workTree();
	const copy = terminalClipboard({TERM: 'linux'}, () => {});
	const desk = await openDesk(tree, reviewOf(tree).suggest('notes.md', 3, ['1st.']).save(), {copy});
	desk.press('y');
	await desk.until(({notice}) => notice?.tone === 'bad');
	expect(notice(desk)).toContain('This terminal has no clipboard for programs; nothing was copied.');
});

test('without a browser, the address is copied, which the message says', async () => {
	const copied: string[] = [];
	const url = 'https://github.com/acme/api/pull/7#discussion_r1';
	const browse = (copy: (text: string) => void) => browseOrCopy(url, 'linux', {BROWSER: '/no/such/browser'}, copy);
	await expect(browse(text => void copied.push(text))).rejects.toMatchObject({
		message: `Could not open a browser for ${url}; its address was copied`,
		remedy: '',
	});
	expect(copied).toEqual([url]);
	await expect(browse(terminalClipboard({TERM: 'linux'}, () => {}))).rejects.toMatchObject({
		message: `Could not open a browser for ${url}`,
	});
});
