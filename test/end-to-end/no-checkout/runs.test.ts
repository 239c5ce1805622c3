import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../../source/worktree/journal.ts';
import {stateRecordsOf} from '../../../source/worktree/state-folder.ts';
import {newFolder} from '../../helpers/folders.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {plainFolder, type WorkTree, workTree} from '../../helpers/work-tree.ts';

type Listed = {runs: {id: string; state: string; pullRequest: string; checkout: boolean}[]};

const processes = {pid: process.pid, isAlive: () => true};

/** Records a run without a checkout in the state folder of the user. */
function recorded({env}: WorkTree, repo: string, randomId: string) {
	const {folder} = stateRecordsOf({host: 'github.com', owner: 'octo', repo, number: 7}, env);
	return openJournal(folder, processes).begin({
		...{now: Date.UTC(2026, 10, 20, 10), randomId, owner: 'nobody', isComplete: true},
		...{pullRequest: `octo/${repo}#7`, titles: ['Fix it'], details: {findings: 1}},
		files: [{path: 'src/a.ts', before: Buffer.from('a\n'), after: Buffer.from('b\n')}],
	});
}

const listed = async (tree: WorkTree, ...args: string[]) => {
	const {code, json} = await tree.call(['runs', '--json', ...args], {cwd: newFolder()});
	return {code, runs: (json as Listed).runs};
};

test('runs without a checkout are listed in any folder, and those of a working tree only there', async () => {
	const tree = workTree();
	const id = await recorded(tree, 'app', 'ab12');
	await tree.call(['apply', '--from', reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save()]);
	expect(await listed(tree)).toMatchObject({code: 0, runs: [{id, state: 'done', checkout: false}]});
	const {json} = await tree.call(['runs', '--json']);
	expect((json as Listed).runs).toMatchObject([{checkout: true}, {id, pullRequest: 'octo/app#7', checkout: false}]);
	const {stdout} = await tree.run(['runs']);
	expect(stdout).toMatch(/ab12 +done .*octo\/app#7 .*1 file, without a checkout/);
});

test('--repo finds only those on pull requests of a repository', async () => {
	const tree = workTree();
	const id = await recorded(tree, 'app', 'ab12');
	await recorded(tree, 'web', 'cd34');
	expect((await listed(tree)).runs).toHaveLength(2);
	for (const repo of ['octo/app', 'Octo/App', 'github.com/octo/app', 'https://github.com/octo/app.git'])
		expect((await listed(tree, '--repo', repo)).runs, repo).toMatchObject([{id}]);
	expect((await listed(tree, '--repo', 'github.example.com/octo/app')).runs).toEqual([]);
	const {code, json} = await tree.call(['runs', '--repo', 'app', '--json']);
	expect([code, json]).toMatchObject([2, {error: {code: 'bad-repository'}}]);
});

test('a name that no run is recorded under: it may be that before a rename', async () => {
	const tree = workTree();
	const shown = async () => (await tree.call(['runs', '--repo', 'octo/old'], {cwd: newFolder()})).stderr;
	expect(await shown()).toBe('There are no runs on octo/old.\n');
	await recorded(tree, 'app', 'ab12');
	expect(await shown()).toBe(
		[
			'There are no runs on octo/old.',
			'If it was renamed, pass its other name. To list the runs on all repositories, run: pr-resolve runs\n',
		].join('\n'),
	);
});

test('undo without an id takes no run on another repository than that of the clone', async () => {
	const tree = workTree();
	const id = await recorded(tree, 'app', 'ab12');
	tree.git('remote', 'add', 'origin', 'https://github.com/octo/web.git');
	const {code, stderr} = await tree.call(['undo', '--publish']);
	expect([code, stderr]).toEqual([
		2,
		`pr-resolve: No run to undo here. The latest one elsewhere is on octo/app#7.\nTo undo that one, run: pr-resolve undo ${id}\n`,
	]);
	// Taken: a run that names what it would undo, and finds no commit of its own.
	const taken = `Run ${id} has committed nothing.`;
	expect((await tree.call(['undo', '--repo', 'octo/app'])).stderr).toContain(taken);
	tree.git('remote', 'set-url', 'origin', 'git@github.com:Octo/App.git');
	expect((await tree.call(['undo'])).stderr).toContain(taken);
});

test('apply --continue without an id takes none either', async () => {
	const tree = workTree();
	const id = await recorded(tree, 'app', 'ab12');
	const {folder} = stateRecordsOf({host: 'github.com', owner: 'octo', repo: 'app', number: 7}, tree.env);
	const push = {key: 'push', kind: 'push', target: 'refs/heads/feature', result: null, reason: ''} as const;
	await openJournal(folder, processes).recordStep(id, {...push, state: 'intended'});
	tree.git('remote', 'add', 'origin', 'https://github.com/octo/web.git');
	const {code, stderr} = await tree.call(['apply', '--continue']);
	expect([code, stderr]).toEqual([
		2,
		`pr-resolve: No run was interrupted here. One elsewhere, on octo/app#7, is not finished.\nTo finish that one, run: pr-resolve apply --continue ${id}\n`,
	]);
	// Taken: a run that is to be finished on a host which cannot be reached.
	for (const named of [[id], ['--repo', 'octo/app']]) {
		const {stderr} = await tree.call(['apply', '--continue', ...named], {clock: virtualClock(Date.now())});
		expect(stderr).toContain('Cannot reach');
	}
});

test('without any run there is nothing to list, in a folder that is no repository', async () => {
	const {code, stderr} = await workTree().call(['runs'], {cwd: newFolder()});
	expect([code, stderr]).toEqual([0, 'There are no runs.\n']);
});

test('a file in the place of the state folder is named', async () => {
	const tree = plainFolder();
	mkdirSync(tree.env.XDG_STATE_HOME!);
	writeFileSync(join(tree.env.XDG_STATE_HOME!, 'pr-resolve'), '');
	const {code, json} = await tree.call(['runs', '--json']);
	expect([code, json]).toMatchObject([1, {error: {code: 'journal-unreadable'}}]);
});

test('Tab completes their ids', async () => {
	const tree = workTree();
	const id = await recorded(tree, 'app', 'ab12');
	const {stdout} = await tree.call(['completion', 'bash', '--words', '\nundo\n.'], {cwd: newFolder()});
	expect(stdout).toContain(id);
});
