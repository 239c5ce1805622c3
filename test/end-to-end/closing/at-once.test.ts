import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {executable, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, type CommitReport, exactly} from './committing.ts';
import {gitThat} from './git-that.ts';

const paths = ['src/list.txt', 'src/other.txt'];

/** One suggestion for each file, each in a recording of its own. */
const suggestions = (tree: WorkTree) =>
	paths.map((path, index) =>
		reviewOf(tree)
			.suggest(path, 2, [`better ${index}`])
			.save(`${index}.json`),
	);

test('of two runs at once, each change is committed once, and a run that is refused says why', async () => {
	const tree = workTree();
	const parent = tree.head;
	const froms = suggestions(tree);
	const ended = await Promise.all(
		froms.map(from => tree.run(['apply', '--from', from, '--commit', '--json'], {env: ada})),
	);
	const reports = ended.map(({json}) => json as CommitReport);
	for (const [index, {code}] of ended.entries()) {
		const codes = [reports[index]!.error, ...(reports[index]!.stops ?? [])].flatMap(stop => stop?.code ?? []);
		const other = reports[1 - index]!;
		// The other one is writing, or has committed since this one read the branch.
		const refusal =
			codes.includes('branch-moved') && other.commits?.length === 1 ? [3, ['branch-moved']] : [1, ['locked']];
		if (code !== 0) expect([code, codes]).toEqual(refusal);
	}
	// What was refused is finished by the next run.
	for (const from of froms) await tree.call(['apply', '--from', from, '--commit'], {env: ada});
	expect(
		exactly(tree, 'log', '--format=', '-p', '-U0', `${parent}..HEAD`)
			.match(/^\+better \d$/gm)
			?.sort(),
	).toEqual(['+better 0', '+better 1']);
	expect(exactly(tree, 'status', '--porcelain')).toBe('');
});

test('nothing can be written between the verification and the commit', async () => {
	const tree = workTree();
	const [from, other] = suggestions(tree);
	const [seen, report] = ['seen', 'other.out'].map(name => join(tree.home, name));
	// git is asked for the state of the tree before the run and after the command.
	const start = `PATH='${process.env.PATH}' ${process.execPath} ${executable} apply --json --from ${other} >${report}`;
	const meddle = `if [ -e ${seen} ]; then (cd ${tree.root} && ${start}); else : >${seen}; fi`;
	const {env} = gitThat('status', meddle);
	const {code, json} = await tree.call(['apply', '--from', from!, '--json', '--commit', '--verify', 'true'], {
		env: {...ada, ...env},
	});
	expect([code, (json as CommitReport).commits.length]).toEqual([0, 1]);
	expect(existsSync(report!)).toBe(true);
	expect(JSON.parse(readFileSync(report!, 'utf8'))).toMatchObject({error: {code: 'locked'}});
	expect(exactly(tree, 'show', '--format=', '-U0')).not.toContain('better 1');
	expect(exactly(tree, 'status', '--porcelain')).toBe('');
});
