import {chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {editDraft, openInEditor} from '../../source/tui/editor.ts';
import {detailLines} from '../../source/tui/review/detail.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';

/** An editor that runs a script on the file (`$f`), and saves its arguments and what it was given beside the work tree. */
function editorOf(tree: WorkTree, script: string) {
	const path = join(tree.home, 'editor.sh');
	const saved = (name: string) => join(tree.home, name);
	const keep = `for f in "$@"; do :; done; printf '%s\\n' "$@" > ${saved('args')}; cp "$f" ${saved('given')}`;
	writeFileSync(path, `#!/bin/sh\n${keep}\n${script}\n`);
	chmodSync(path, 0o755);
	return {...tree.env, EDITOR: path};
}

const given = (tree: WorkTree) => readFileSync(join(tree.home, 'given'), 'utf8');

/** The review of a recording, with a real program as editor. */
function open(tree: WorkTree, from: string, script: string): Promise<Desk> {
	const env = editorOf(tree, script);
	return openDesk(tree, from, {
		edit: draft => editDraft(draft, env),
		open: (file, line) => openInEditor(file, line, env),
	});
}

const titles = ({state}: Desk) =>
	state().list.rows.flatMap(row => (row.kind === 'finding' ? [`${row.title} ${row.entry.verdict?.outcome}`] : []));
const detail = ({state}: Desk) => detailLines(state(), 100).map(textOf).join('\n');
const header = ({state}: Desk) => state().index.standing;

async function decided(desk: Desk, ...keys: string[]) {
	const {now} = desk.state().history;
	desk.press(...keys);
	await desk.until(({history}) => history.now !== now);
	await desk.planned();
}

/** A comment in words, one whose lines were edited since, and two that want different things of one line. */
function openWork(tree: WorkTree): string {
	const from = reviewOf(tree)
		.comment('notes.md', 3, 'Please number these.')
		.suggest('src/list.txt', 4, ['item IV'], {body: 'Roman.'})
		.suggest('src/other.txt', 2, ['entry II'], {body: 'Roman as well.'})
		.suggest('src/other.txt', 2, ['entry two'], {body: 'In words.'})
		.save();
	tree.put({'src/list.txt': numbered('item', 12).replace('item 4', 'item four')});
	return from;
}

describe('e', () => {
	test('on a comment without a suggestion edits the commented lines', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^First/1st/' "$f"`);
		expect(titles(desk)[0]).toBe('Please number these. needs-model');
		await decided(desk, 'e');
		expect(titles(desk)[0]).toBe('Please number these. planned');
		expect(detail(desk)).toMatch(
			/your decision: apply as edited[\s\S]*by you,[^\n]* at line 3, unchanged[\s\S]*- First\.\n.*\+ 1st\./,
		);
		expect(given(tree)).toContain('# Please number these.');
		expect([...desk.state().history.now.values()]).toMatchObject([
			{action: 'edit', text: '1st.\n', place: {path: 'notes.md', start: 3, end: 3, seen: {lines: ['First.']}}},
		]);
	});

	test('on a stale change edits the current lines, and shows the commented and the suggested ones', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^item four/item IV/' "$f"`);
		desk.press('j');
		expect(titles(desk)[1]).toBe('Roman. stale');
		await decided(desk, 'e');
		expect(given(tree)).toMatch(/# --- line 4, as commented\n# item 4\n#\n# --- 1?.*suggests\n# item IV\n/);
		expect(titles(desk)[1]).toBe('Roman. planned');
		expect(detail(desk)).toMatch(/- item four\n.*\+ item IV/);
	});

	test('on a side of a conflict edits that side, and shows both', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^entry two/second entry/' "$f"`);
		desk.press('j', 'j', 'j');
		await decided(desk, 'e');
		expect(given(tree)).toMatch(/# entry II\n[\s\S]*# entry two\n[\s\S]*# --- line 2, as in the file\n# entry 2\n/);
		expect(titles(desk).slice(2)).toEqual(['Roman as well. declined', 'In words. planned']);
	});

	test('again begins with the edited lines; restored lines drop the edit', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^1st/First/; t; s/^First/1st/' "$f"`);
		await decided(desk, 'e');
		await decided(desk, 'e');
		expect(given(tree)).toContain('\n1st.\n');
		expect([titles(desk)[0], desk.state().history.now.size]).toEqual(['Please number these. needs-model', 0]);
		expect(desk.state().notice?.text).toContain('the edit is dropped');
	});

	test('Space and z undo an edit', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^First/1st/' "$f"`);
		for (const key of ['space', 'z']) {
			await decided(desk, 'e');
			await decided(desk, key);
			expect(titles(desk)[0]).toBe('Please number these. needs-model');
		}
		await decided(desk, 'Z');
		expect(titles(desk)[0]).toBe('Please number these. planned');
	});

	test('on lines of a planned change replaces it, and says so', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.comment('notes.md', 3, 'Please number these.')
			.suggest('notes.md', 3, ['The first.'], {body: 'With an article.'})
			.save();
		const desk = await open(tree, from, `sed -i '/ 8< /,/ >8 /s/^First/1st/' "$f"`);
		expect(titles(desk)).toEqual(['Please number these. needs-model', 'With an article. planned']);
		await decided(desk, 'e');
		expect(titles(desk)).toEqual(['Please number these. planned', 'With an article. declined']);
		expect(desk.state().notice?.text).toBe('1 other finding declined: your edit of these lines was chosen');
	});

	describe('on two comments on the same lines', () => {
		/** Both are edited: `item 2` becomes `item 2!` for the first comment, and `item 2!!` for the second. */
		async function bothEdited() {
			const tree = workTree();
			const from = reviewOf(tree)
				.comment('src/list.txt', 2, 'Louder.')
				.comment('src/list.txt', 2, 'Louder still.')
				.save();
			const count = join(tree.home, 'count');
			const desk = await open(
				tree,
				from,
				`printf '!' >> ${count}; sed -i "s/^item 2\\b.*/item 2$(cat ${count})/" "$f"`,
			);
			await decided(desk, 'e');
			desk.press('j');
			await decided(desk, 'e');
			return desk;
		}

		test('shows them as the sides of a conflict, of which Space chooses one', async () => {
			const desk = await bothEdited();
			expect(titles(desk)).toEqual(['Louder. conflict', 'Louder still. conflict']);
			expect(detail(desk)).toMatch(
				/choose 1 of 2 changes to the same lines\n[\s\S]* {2}1 you: Louder\..*> 2 you: Louder still\.[\s\S]*\+ item 2! .*\+ item 2!!\n/,
			);
			await decided(desk, 'space');
			expect(titles(desk)).toEqual(['Louder. needs-model', 'Louder still. planned']);
			await decided(desk, 'z');
			await decided(desk, 'left', 'space');
			expect(titles(desk)).toEqual(['Louder. planned', 'Louder still. needs-model']);
		});

		test('edits and sets aside the side that is looked at', async () => {
			const desk = await bothEdited();
			await decided(desk, 'left', 'e');
			expect(detail(desk)).toMatch(/1 you: Louder\..*2 you: Louder still\.[\s\S]*\+ item 2!!! .*\+ item 2!!\n/);
			await decided(desk, 'x', 'enter');
			expect(titles(desk)).toEqual(['Louder. declined', 'Louder still. planned']);
		});
	});

	test('shows the edit beside the suggestion that it replaces', async () => {
		const tree = workTree();
		const from = reviewOf(tree)
			.comment('src/list.txt', 2, 'Louder.')
			.suggest('src/list.txt', 2, ['item II'], {body: 'Roman.'})
			.save();
		const desk = await open(tree, from, `sed -i 's/^item 2$/item 2!/' "$f"`);
		await decided(desk, 'e');
		expect(titles(desk)).toEqual(['Louder. planned', 'Roman. declined']);
		desk.press('j');
		expect(detail(desk)).toMatch(/1 you: Louder\..*> 2 reviewer: Roman\.[\s\S]*\+ item 2! .*\+ item II\n/);
		await decided(desk, 'space');
		expect(titles(desk)).toEqual(['Louder. needs-model', 'Roman. planned']);
	});

	test('in a file that was renamed since is placed under its new name', async () => {
		const tree = workTree();
		const from = reviewOf(tree).comment('notes.md', 3, 'Please number these.').save();
		tree.git('mv', 'notes.md', 'guide.md');
		tree.commit();
		const desk = await open(tree, from, `sed -i '/ 8< /,/ >8 /s/^First/1st/' "$f"`);
		await decided(desk, 'e');
		expect([...desk.state().history.now.values()]).toMatchObject([{place: {path: 'guide.md'}}]);
		expect(titles(desk)).toEqual(['Please number these. planned']);
		desk.press('A', 'y');
		await desk.until(({runs}) => runs.length === 1);
		expect(tree.read('guide.md')).toBe('# Notes\n\n1st.\n\nSecond.\n');
	});

	test('that changes nothing decides nothing', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^# Please/# Thanks/' "$f"`);
		desk.press('e');
		await desk.until(({notice}) => notice?.text === 'no edit was made');
		expect(desk.state().history.now.size).toBe(0);
	});

	test('without the marks is refused, and the next one begins with the edited lines', async () => {
		const tree = workTree();
		const desk = await open(
			tree,
			openWork(tree),
			`grep -q 1st "$f" || printf '# Notes\\n\\n1st.\\n\\nSecond.\\n' > "$f"`,
		);
		desk.press('e');
		await desk.until(({notice}) => notice?.tone === 'bad');
		expect(desk.state().notice?.text).toContain('press e to try again with what you wrote');
		expect(desk.state().history.now.size).toBe(0);
		await decided(desk, 'e');
		expect(given(tree)).toContain('They are what you wrote last time.');
		expect(detail(desk)).toMatch(/- First\.\n.*\+ 1st\./);
		expect(desk.state().refused.size).toBe(0);
	});

	test.each([
		['fails', 'exit 7', 'exited with 7'],
		['deletes the file', 'rm "$f"', 'deleted the file'],
		['leaves a folder', 'rm "$f"; mkdir "$f"', 'left no readable file'],
		['leaves other bytes than text', `printf '\\377' > "$f"`, 'left a file that is not UTF-8 text'],
	])('with an editor that %s decides nothing and reports it', async (_, script, words) => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), script);
		desk.press('e');
		await desk.until(({notice}) => notice?.tone === 'bad');
		expect(desk.state().notice?.text).toContain(`${words}; nothing was decided.`);
		expect(desk.state().history.now.size).toBe(0);
	});

	test('accepts lines of a megabyte, other line ends and no final one', async () => {
		const long = 'x'.repeat(1_000_000);
		const tree = workTree({'long.txt': `one\r\n${long}\r\nthree`});
		const from = reviewOf(tree).comment('long.txt', 2, 'Too long.').save();
		const desk = await open(tree, from, `sed -i 's/^three/3\\nfour/' "$f"`);
		await decided(desk, 'e');
		desk.press('A', 'y');
		await desk.until(({runs}) => runs.length === 1);
		expect(tree.read('long.txt')).toBe(`one\r\n${long}\r\n3\r\nfour`);
	});

	test('is not possible without a file', async () => {
		const tree = workTree();
		const review = reviewOf(tree).comment('none.txt', 1, 'This file is missing.');
		review.pullRequest.comment({body: 'Please write more tests.'});
		const desk = await open(tree, review.save(), '');
		desk.press('e');
		expect(desk.state().notice?.text).toContain('no longer exists');
		desk.press('j', 'e');
		expect(desk.state().notice?.text).toBe('this comment is not on a file');
	});
});

describe('x', () => {
	test('sets a comment without a suggestion aside with the reason; z and Space undo it', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), '');
		for (const key of ['z', 'space']) {
			await decided(desk, 'x', ...'done', 'enter');
			expect(titles(desk)[0]).toBe('Please number these. declined');
			expect(detail(desk)).toContain('your decision: read, nothing to do (done)');
			await decided(desk, key);
			expect(titles(desk)[0]).toBe('Please number these. needs-model');
		}
	});

	test('declines a stale change, and n skips decided findings', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), '');
		expect(header(desk).left.toDecide).toBe(3);
		desk.press('n');
		await decided(desk, 'x', 'enter');
		expect(titles(desk)[1]).toBe('Roman. declined');
		expect(header(desk).left.toDecide).toBe(2);
		desk.press('g', 'n');
		expect(desk.state().cursor).toBe(
			desk.state().list.rows.findIndex(row => row.kind === 'finding' && row.title === 'Roman as well.'),
		);
	});

	test('after an edit sets the finding aside instead', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^First/1st/' "$f"`);
		await decided(desk, 'e');
		await decided(desk, 'x', 'enter');
		expect([...desk.state().history.now.values()]).toMatchObject([{action: 'done'}]);
		expect(titles(desk)[0]).toBe('Please number these. declined');
	});
});

test('decisions on findings hold when files are written, read again and restored', async () => {
	const tree = workTree();
	const desk = await open(
		tree,
		openWork(tree),
		`sed -i 's/^First/1st/; s/^item four/item IV/; s/^entry two/second/' "$f"`,
	);
	await decided(desk, 'e');
	await decided(desk, 'j', 'x', ...'later', 'enter');
	await decided(desk, 'j', 'right', 'e');
	expect(header(desk)).toMatchObject({ready: 2, left: {toDecide: 0}});
	desk.press('A', 'y');
	await desk.until(({runs, stage}) => runs.length === 1 && stage === 'open');
	const after = ['Please number these. applied', 'Roman. declined', 'Roman as well. declined', 'In words. applied'];
	expect([titles(desk), header(desk).left.toDecide]).toEqual([after, 0]);
	expect([tree.read('notes.md'), tree.read('src/other.txt')]).toEqual([
		'# Notes\n\n1st.\n\nSecond.\n',
		numbered('entry', 6).replace('entry 2', 'second'),
	]);
	desk.press('r');
	await desk.until(({stage}) => stage === 'loading');
	await desk.planned();
	expect([titles(desk), header(desk).left.toDecide]).toEqual([after, 0]);
	desk.press('U', 'y');
	await desk.until(({runs, stage}) => runs.length === 0 && stage === 'open');
	expect([tree.read('notes.md'), header(desk)]).toMatchObject([
		'# Notes\n\nFirst.\n\nSecond.\n',
		{ready: 2, left: {toDecide: 0}},
	]);
	await desk.close();
	const next = await open(tree, join(tree.home, 'review.json'), '');
	next.press('y');
	await next.until(({history}) => history.now.size === 3);
	await next.planned();
	expect(titles(next)).toEqual(titles(desk));
});

describe('E', () => {
	test('opens the file at its line, and reads it again', async () => {
		const tree = workTree();
		const desk = await open(tree, openWork(tree), `sed -i 's/^item four/item IV/; 1i zero' "$f"`);
		await decided(desk, 'x', ...'later', 'enter');
		desk.press('j', 'E');
		await desk.until(({notice}) => notice?.text === 'the files were read again');
		await desk.planned();
		expect(readFileSync(join(tree.home, 'args'), 'utf8')).toBe(`${join(tree.root, 'src/list.txt')}\n`);
		expect(titles(desk).slice(0, 2)).toEqual(['Please number these. declined', 'Roman. already-applied']);
		expect(desk.state().cursor).toBe(3);
	});

	test('keeps edits in their place, or reports them as stale', async () => {
		const tree = workTree();
		const script = `case "$f" in *pr-resolve-edit*) sed -i 's/^First/1st/' "$f";; *) sed -i '1i Title' "$f";; esac`;
		const desk = await open(tree, openWork(tree), script);
		await decided(desk, 'e');
		desk.press('E');
		await desk.until(({notice}) => notice?.text === 'the files were read again');
		await desk.planned();
		expect(detail(desk)).toContain('the decision was made');
		expect([titles(desk)[0], header(desk).left.toDecide]).toEqual(['Please number these. stale', 4]);
		await decided(desk, 'e');
		expect(titles(desk)[0]).toBe('Please number these. planned');
	});

	test('opens nothing outside the working tree', async () => {
		const tree = workTree();
		const from = reviewOf(tree).comment('notes.md', 3, 'Please number these.').save();
		rmSync(join(tree.root, 'notes.md'));
		symlinkSync('/etc/hostname', join(tree.root, 'notes.md'));
		const desk = await open(tree, from, '');
		desk.press('E');
		await desk.until(({notice}) => notice?.tone === 'bad');
		expect(desk.state().notice?.text).toContain('the path contains a symbolic link');
		expect(existsSync(join(tree.home, 'args'))).toBe(false);
	});
});
