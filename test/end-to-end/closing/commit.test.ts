import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';

type Report = {
	run: {id: string} | null;
	commits: {oid: string; parent: string; headline: string; changes: string[]}[];
	committedRuns: string[];
	uncommitted: {path: string; reason: string}[];
	changes: {path: string; commit: string | null}[];
	stops: {code: string; message: string}[];
};

const who = {GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com'};
const env = {...who, GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com'};

async function commit(tree: WorkTree, from: string, ...flags: string[]) {
	const {code, json, stderr} = await tree.call(['apply', '--from', from, '--commit', '--json', ...flags], {env});
	return {code, stderr, report: json as Report};
}

test('one commit of exactly the changes, with the run as its mark', async () => {
	const tree = workTree();
	const parent = tree.head;
	const from = reviewOf(tree)
		.suggest('src/list.txt', 2, ['item two'])
		.suggest('src/list.txt', 9, ['item nine'])
		.suggest('src/other.txt', 3, [])
		.save();
	const {code, report} = await commit(tree, from);
	expect(code).toBe(0);
	const [made, ...more] = report.commits;
	expect(more).toEqual([]);
	expect(made).toMatchObject({oid: tree.head, parent, headline: 'Apply suggestions from code review'});
	expect(tree.git('rev-parse', 'HEAD^')).toBe(parent);
	expect(tree.git('status', '--porcelain')).toBe('');
	expect(tree.git('log', '-1', '--format=%an <%ae>')).toBe('Ada <ada@example.com>');
	expect(tree.git('log', '-1', '--format=%(trailers:key=Pr-Resolve-Run,valueonly)')).toBe(report.run!.id);
	expect(report.changes.map(change => change.commit)).toEqual([tree.head, tree.head, tree.head]);
	expect(tree.git('show', 'HEAD:src/list.txt')).toBe(tree.read('src/list.txt').trim());
});
