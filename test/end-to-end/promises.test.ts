import {chmodSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test, vi} from 'vitest';
import {bot} from '../emulators/github/data.ts';
import {fault} from '../emulators/github/faults.ts';
import {newFolder} from '../helpers/folders.ts';
import {hostOf} from '../helpers/host.ts';
import {suggestion} from '../helpers/pull-request.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

vi.setConfig({testTimeout: 240_000});

type Report = {
	findings: {id: string; path: string | null; outcome: string; reason: string}[];
	receipt: {incomplete: string[]};
	summary: Record<string, number>;
};

const report = ({json}: {json: unknown}) => json as Report;
const clone = (tree = workTree()) => tree.branch('feature').remote('origin', 'https://github.com/octo/app.git');

test('promise 1: every comment ends in one outcome with a reason, and what could not be read is reported', async () => {
	const tree = clone();
	const review = reviewOf(tree)
		.suggest('src/list.txt', 1, ['applied'])
		.suggest('src/list.txt', 3, ['resolved'], {}, thread => thread.resolve())
		.suggest('src/list.txt', 5, ['hidden'], {}, thread => thread.minimize('SPAM'))
		.suggest('src/list.txt', 7, ['not sent yet'], {}, thread => thread.pend())
		.suggest('src/list.txt', 9, ['on the left'], {diffSide: 'LEFT'})
		.suggest('src/list.txt', 11, ['on the file'], {}, thread => thread.onFile())
		.suggest('src/other.txt', 1, ['by nobody'], {author: null, authorAssociation: 'NONE'})
		.suggest('src/other.txt', 3, ['entry 3'])
		.suggest('src/other.txt', 5, ['by a bot'], {author: bot('helper'), authorAssociation: 'NONE'})
		.suggest('nowhere.txt', 1, ['gone'])
		.comment('notes.md', 3, 'In words.', {}, thread => thread.reply({body: 'Sure.'}).reply({body: '  '}))
		.comment('notes.md', 3, `Not closed:\n\n\`\`\`suggestion\nx`)
		.comment('notes.md', 5, '');
	review.pullRequest
		.review({body: 'A review.'})
		.review({body: suggestion('nowhere')})
		.review({body: ''})
		.comment({body: 'An issue comment.', author: null})
		.comment({body: suggestion('nowhere')});
	const {env, faults} = await hostOf([review], {pageCap: 2});
	faults.on('ChangedFiles', fault.missing(['node', 'files'], {message: 'Something went missing'}));
	const result = await tree.run(['apply', '7', '--json'], {env});
	const {findings, receipt, summary} = report(result);

	// 13 threads with 2 replies, 2 reviews and 2 issue comments with a text.
	expect(findings).toHaveLength(19);
	expect(new Set(findings.map(({id}) => id)).size).toBe(19);
	const {findings: count, ...outcomes} = summary;
	expect([count, Object.values(outcomes).reduce((sum, number) => sum + number, 0)]).toEqual([19, 19]);
	for (const {outcome, reason} of findings) if (outcome !== 'applied') expect(reason).not.toBe('');
	expect(receipt.incomplete.join('\n')).toContain('Something went missing');
	expect(result.code).toBe(3);

	// As text too: each of them, or the count of those that are summed up, is in the report.
	const {stdout} = await tree.run(['analyze', '7'], {env});
	const rows = stdout.matchAll(
		/^ {2}(?:applied|planned|already-applied|conflict|stale|failed|needs-\w+|declined|not-actionable) +(?:(\d+) comments?:)?/gm,
	);
	expect(rows.reduce((sum, [, many]) => sum + Number(many ?? 1), 0)).toBe(19);
});

/** A line of a file that drifted: who it was when the reviewer saw it, and whether it still says the same. */
type Line = {origin: number | null; text: string};

const drift = fc.array(
	fc.record({
		kind: fc.constantFrom('insert', 'repeat', 'delete', 'edit', 'move'),
		at: fc.nat(30),
		to: fc.nat(30),
	}),
	{maxLength: 5},
);

function drifted(seen: readonly string[], steps: readonly {kind: string; at: number; to: number}[]): Line[] {
	const lines: Line[] = seen.map((text, origin) => ({origin, text}));
	for (const {kind, at, to} of steps) {
		const index = at % (lines.length + 1);
		const line = lines[index];
		if (kind === 'insert') lines.splice(index, 0, {origin: null, text: `fresh ${at}.${to}`});
		else if (kind === 'repeat' && line && !line.text.includes(' '))
			lines.splice(to % (lines.length + 1), 0, {origin: null, text: line.text});
		else if (kind === 'delete') lines.splice(index, 1);
		else if (kind === 'edit' && line) lines[index] = {origin: null, text: `${line.text} edited`};
		else if (kind === 'move' && line) lines.splice(to % lines.length, 0, ...lines.splice(index, 1));
	}
	return lines;
}

test('promise 2: a change is written where its lines are, or not at all', async () => {
	// Some lines are like others, but at least one of those that are commented is not: otherwise it is unknown which one is meant.
	const scenario = fc.record({
		words: fc.array(fc.constantFrom('}', '', 'return;', null, null, null), {minLength: 3, maxLength: 16}),
		start: fc.nat(15),
		length: fc.integer({min: 1, max: 3}),
		steps: drift,
	});
	await fc.assert(
		fc.asyncProperty(fc.array(scenario, {minLength: 60, maxLength: 60}), async scenarios => {
			const cases = scenarios.map(({words, start, length, steps}, index) => {
				const from = start % words.length;
				const seen = words.map((word, row) => (row === from ? null : word) ?? `line ${row}`);
				const to = Math.min(seen.length, from + length);
				return {path: `${index}.txt`, seen, from, to, today: drifted(seen, steps)};
			});
			const textOf = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');
			const tree = workTree(Object.fromEntries(cases.map(({path, seen}) => [path, textOf(seen)])));
			const review = reviewOf(tree);
			for (const {path, from, to} of cases) review.suggest(path, [from + 1, to], ['REPLACED']);
			const texts = (today: Line[]) => textOf(today.map(({text}) => text));
			tree.put(Object.fromEntries(cases.map(({path, today}) => [path, texts(today)])));
			const {findings} = report(await tree.call(['apply', '--from', review.save(), '--json']));
			for (const [index, {path, from, to, today, seen}] of cases.entries()) {
				const {outcome} = findings[index]!;
				if (outcome !== 'applied') {
					expect(tree.read(path)).toBe(texts(today));
					continue;
				}
				const at = today.findIndex(({origin}) => origin === from);
				expect(today.slice(at, at + to - from).map(({text}) => text)).toEqual(seen.slice(from, to));
				const expected = today.toSpliced(at, to - from, {origin: null, text: 'REPLACED'});
				expect(tree.read(path)).toBe(texts(expected));
			}
		}),
		{numRuns: 3, endOnFailure: true},
	);
});

test('promise 3: outside of the replaced lines not one byte changes', async () => {
	const line = fc.tuple(
		fc.oneof(fc.string({unit: 'grapheme', maxLength: 12}), fc.constantFrom('', '\t', ' x ', 'ünï 🙂')),
		fc.constantFrom('\n', '\r\n'),
	);
	const scenario = fc.record({
		lines: fc.array(line, {minLength: 1, maxLength: 8}),
		bom: fc.boolean(),
		isOpen: fc.boolean(),
		at: fc.nat(7),
		mode: fc.constantFrom(0o644, 0o755, 0o600),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(scenario, {minLength: 40, maxLength: 40}), async scenarios => {
			const cases = scenarios.map(({lines, bom, isOpen, at, mode}, index) => {
				const clean = lines.map(([text, end]) => [text.replace(/[\r\n\0]/g, ''), end] as const);
				const number = at % clean.length;
				const rows = clean.map(([text, end], row) => (isOpen && row === clean.length - 1 ? `${text}.` : text + end));
				return {
					path: `${index}.txt`,
					mode,
					line: number + 1,
					above: Buffer.from((bom ? '\uFEFF' : '') + rows.slice(0, number).join('')),
					own: Buffer.from(rows[number]!),
					below: Buffer.from(rows.slice(number + 1).join('')),
				};
			});
			const files = cases.map(({path, above, own, below}) => [path, Buffer.concat([above, own, below])] as const);
			const tree = workTree(Object.fromEntries(files));
			for (const {path, mode} of cases) tree.chmod(path, mode);
			const before = tree.snapshot();
			const review = reviewOf(tree);
			for (const {path, line} of cases) review.suggest(path, line, ['REPLACED']);
			const {findings} = report(await tree.call(['apply', '--from', review.save(), '--json']));
			const after = tree.snapshot();
			for (const [index, {path, mode, above, own, below}] of cases.entries()) {
				expect(['applied', 'stale']).toContain(findings[index]!.outcome);
				if (findings[index]!.outcome === 'stale') {
					expect(after[path]).toBe(before[path]);
					continue;
				}
				const end = /\r?\n$/.exec(own.toString())?.[0] ?? '';
				const expected = Buffer.concat([above, Buffer.from(`REPLACED${end}`), below]);
				expect(after[path]).toBe(`${mode.toString(8)} ${expected.toString('latin1')}`);
			}
			expect((await tree.call(['undo'])).code).toBe(0);
			expect(tree.snapshot()).toEqual(before);
		}),
		{numRuns: 3, endOnFailure: true},
	);
});

test("promise 4: undo reverts the run and keeps the user's edits", async () => {
	const tree = workTree({'long.txt': numbered('row', 40), 'other.txt': numbered('row', 10)});
	tree.put({'staged.txt': 'staged\n'});
	tree.git('add', 'staged.txt');
	tree.put({
		'staged.txt': 'staged and more\n',
		'untracked.txt': 'mine\n',
		'.gitignore': 'ignored.txt\n',
		'ignored.txt': 'x\n',
	});
	tree.git('stash', 'push', '-q', '--include-untracked');
	tree.git('stash', 'apply', '-q', '--index');
	const from = reviewOf(tree)
		.suggest('long.txt', 3, ['ROW 3'])
		.suggest('long.txt', [20, 22], [])
		.suggest('long.txt', 38, ['ROW 38', 'ROW 38b'])
		.suggest('other.txt', 5, ['ROW 5'])
		.save();
	const git = () => [
		tree.head,
		...['status --porcelain=v2', 'stash list', 'for-each-ref'].map(line => tree.git(...line.split(' '))),
	];
	const before = git();
	expect((await tree.run(['apply', '--from', from])).code).toBe(0);
	const edit = (text: string) =>
		`first\n${text.replace('row 10\n', 'row 10, mine\n').replace('row 30\n', '').replace('row 33\n', 'row 33\ninserted\n')}last\n`;
	tree.put({'long.txt': edit(tree.read('long.txt')), 'untracked.txt': 'mine, later\n', 'new.txt': 'new\n'});
	expect((await tree.run(['undo'])).code).toBe(0);
	expect(tree.read('long.txt')).toBe(edit(numbered('row', 40)));
	expect(tree.read('other.txt')).toBe(numbered('row', 10));
	expect(tree.read('untracked.txt')).toBe('mine, later\n');
	expect(tree.read('staged.txt')).toBe('staged and more\n');
	tree.put({'long.txt': numbered('row', 40), 'untracked.txt': 'mine\n'});
	tree.git('clean', '-q', '-f', 'new.txt');
	expect(git()).toEqual(before);
});

/** A program that leaves a mark where it is run, and the way to ask whether it was. */
function tripwire(tree: WorkTree): {program: string; isTripped: () => boolean} {
	const [program, mark] = [join(tree.home, 'trip.sh'), join(tree.home, 'tripped')];
	writeFileSync(program, `#!/bin/sh\necho "$0" "$@" >> '${mark}'\ncat\n`);
	chmodSync(program, 0o755);
	return {program, isTripped: () => existsSync(mark)};
}

test('promise 6: nothing that comes with the repository or a comment is run', async () => {
	const bare = newFolder();
	const there = workTree({'src/list.txt': `above\n${numbered('item', 12)}`});
	there.git('init', '-q', '--bare', '--template=', bare);
	there.git('push', '-q', bare, 'HEAD:refs/heads/feature');
	const review = reviewOf(there).suggest('src/list.txt', 3, ['item two']);

	const tree = clone(workTree({'.gitattributes': '* filter=trip diff=trip\n'})).remote('store', bare);
	review.pullRequest.data.commits = [tree.head, there.head];
	const {program, isTripped} = tripwire(tree);
	const settings = {
		'core.fsmonitor': program,
		'core.pager': program,
		'core.editor': program,
		'core.hooksPath': join(tree.home, 'hooks'),
		'diff.external': program,
		'diff.trip.command': program,
		'diff.trip.textconv': program,
		'filter.trip.clean': program,
		'filter.trip.smudge': program,
		'filter.trip.process': program,
		'gpg.program': program,
		'log.showSignature': 'true',
	};
	mkdirSync(join(tree.home, 'hooks'));
	for (const hook of [
		'reference-transaction',
		'post-index-change',
		'post-checkout',
		'pre-auto-gc',
		'fsmonitor-watchman',
	]) {
		writeFileSync(join(tree.home, 'hooks', hook), `#!/bin/sh\nexec '${program}'\n`);
		chmodSync(join(tree.home, 'hooks', hook), 0o755);
	}
	for (const [key, value] of Object.entries(settings)) tree.git('config', key, value);
	const {env} = await hostOf([review]);
	for (const args of [['analyze', '7'], ['apply', '7', '--dry-run'], ['apply', '7'], ['runs'], ['undo'], ['doctor']]) {
		expect((await tree.run(args, {env})).code).toBe(0);
	}
	expect(isTripped()).toBe(false);
});

test('promise 6: a folder of the checkout that looks like a repository is not used as one', async () => {
	const tree = workTree({'evil/HEAD': 'ref: refs/heads/main\n', 'evil/objects/keep': '', 'evil/refs/keep': ''});
	const {program, isTripped} = tripwire(tree);
	tree.put({
		'evil/config': `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${program}\n`,
	});
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();
	const cwd = join(tree.root, 'evil');
	const {code} = await tree.run(['apply', '--from', from], {cwd});
	expect(isTripped()).toBe(false);
	expect([0, 2]).toContain(code);
	expect(existsSync(join(cwd, 'pr-resolve'))).toBe(false);
});

test('promise 6: a recording sends nothing anywhere, whatever addresses it names', async () => {
	const tree = clone();
	const gitHub = await hostOf([reviewOf(tree).suggest('src/list.txt', 2, ['item two'])]);
	const {url} = gitHub;
	const review = reviewOf(tree, {url: `${url}/octo/app/pull/7`, headRefOid: tree.head})
		.suggest('src/list.txt', 2, ['item two'], {url: `${url}/octo/app/pull/7#1`, body: `![x](${url}/pixel.png)`})
		.suggest('src/list.txt', 5, ['x'], {commit: {oid: '1'.repeat(40)}, originalCommit: {oid: '1'.repeat(40)}});
	tree.git('config', 'remote.origin.url', `${url}/octo/app.git`);
	await tree.run(['apply', '--from', review.save()], {env: {...gitHub.env, GIT_ALLOW_PROTOCOL: 'http'}});
	expect(gitHub.requests).toEqual([]);
	expect(tree.read('src/list.txt')).toContain('item two\n');
});
