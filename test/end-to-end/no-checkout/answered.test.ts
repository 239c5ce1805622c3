import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {user} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {newFolder} from '../../helpers/folders.ts';
import {gitThatKills} from '../closing/git-that.ts';
import {applying} from './applying.ts';

/** Two suggestions by a bot, which carol can answer. */
async function discussed() {
	const opened = await applying();
	const answer = (...threads: number[]) => {
		for (const thread of threads) {
			const {comments} = opened.data.reviewThreads[thread]!;
			const id = `9${thread}${comments.length}`;
			comments.push({...comments[0]!, id: `node_${id}`, fullDatabaseId: id, author: user('carol'), body: 'No.'});
		}
	};
	return {
		...opened,
		answer,
		/** Carol answers these threads once they have been read. */
		answerLate: (...threads: number[]) =>
			opened.host.faults.on(
				'Publish',
				fault.meanwhile(() => answer(...threads)),
			),
		/** What the branch has of the two suggestions. */
		pushed: () => [
			opened.fileThere('src/list.txt').includes('item two'),
			opened.fileThere('src/other.txt').includes('entry three'),
		],
	};
}

test('a change that is answered before the commit is left out, and the rest is planned again', async () => {
	const {apply, answerLate, pushed, call, threads} = await discussed();
	answerLate(0);
	const {code, report} = await apply('--publish');
	expect([code, report.findings]).toMatchObject([
		3,
		[{outcome: 'needs-person', reason: 'carol has answered (allow with --over-objections)'}, {outcome: 'applied'}],
	]);
	expect(pushed()).toEqual([false, true]);
	expect(threads()).toMatchObject([
		[false, 'No.'],
		[true, expect.stringContaining('Applied in')],
	]);
	const {json} = await call(['runs', '--json']);
	expect(json).toMatchObject({runs: [{files: ['src/other.txt']}]});
});

test('if all is answered, nothing is committed', async () => {
	const {apply, answerLate, there, tree} = await discussed();
	answerLate(0, 1);
	const {code, report} = await apply('--publish');
	expect([code, there(), report.commits]).toEqual([3, tree.head, []]);
	expect(report.findings.map(({outcome}) => outcome)).toEqual(['needs-person', 'needs-person']);
	expect(report).toMatchObject({run: null, stops: [{message: 'Nothing to commit: no change is left to apply.'}]});
});

test('a decision takes what was answered before it, and no later answer', async () => {
	const {apply, answer, answerLate, pushed, outside} = await discussed();
	answer(0);
	const {report} = await apply('--dry-run');
	const {changes} = report as unknown as {changes: {id: string; path: string}[]};
	const change = changes.find(({path}) => path === 'src/list.txt')!.id;
	const decisions = join(outside.home, 'decisions.json');
	const entry = {change, action: 'apply', reason: null, text: null, bodyHash: null};
	writeFileSync(decisions, JSON.stringify({schema: 'pr-resolve/decisions@1', decisions: [entry]}));
	answerLate(0);
	expect([(await apply('--decisions', decisions)).code, pushed()]).toEqual([3, [false, true]]);
	expect([(await apply('--decisions', decisions)).code, pushed()]).toEqual([0, [true, true]]);
});

test('killed before the commit and answered then: --continue leaves it out, and takes it if told to', async () => {
	for (const [flags, ended] of [
		[[], [3, [false, true]]],
		[['--over-objections'], [0, [true, true]]],
	] as const) {
		const {outside, url, env, answer, call, pushed} = await discussed();
		const kill = {...env, ...gitThatKills('unpack-objects', 'before')};
		await outside.run(['apply', url, '--no-checkout', '--push', '--json'], {env: kill, cwd: newFolder()});
		expect(pushed()).toEqual([false, false]);
		answer(0);
		const {code} = await call(['apply', '--continue', ...flags]);
		expect([code, pushed()]).toEqual(ended);
	}
});
