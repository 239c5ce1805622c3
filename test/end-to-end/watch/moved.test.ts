import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {gitThat} from '../closing/git-that.ts';
import {beside, elsewhere, expectPublished, moving, replaced, url} from '../closing/moving.ts';
import type {WatchReport} from './watching.ts';

const args = ['watch', url, '--publish', '--yes', '--json', '--for', '120', '--every', '120'];

test.each([
	['pushes another file', elsewhere],
	['pushes a file of the round', beside],
	['force-pushes', replaced('echo theirs >theirs.txt')],
])(
	'somebody %s between the commit and the push: the command that is named, and the same watch, publish once',
	async (_, script) => {
		const opened = await moving();
		const {there, tree, call, byAnn, follow, ours} = opened;
		const before = tree.head;
		const once = join(newFolder(), 'once');
		const racing = gitThat('push', `[ -e ${once} ] || { touch ${once}; (${byAnn(script)}) >&2; }`);
		const watch = async (env = {}) => {
			const {code, report, stderr} = await call(args, env);
			return {code, report: report as unknown as WatchReport, stderr};
		};
		const {code, report} = await watch(racing.env);
		expect([code, report.end, report.rounds[0]!.commits, tree.head]).toEqual([3, 'open', [], before]);
		expect(report.reason).toMatch(/Nothing was pushed: octo\/app feature\/limits (?:has new commits|was force-pushed)/);
		await follow(report.remedy);
		const theirs = there();
		expect(tree.head).toBe(theirs);
		const again = await watch();
		// The bot does not look at the new head.
		expect([again.code, again.report.end]).toEqual([3, 'clean-unverified']);
		expect([tree.git('rev-parse', 'HEAD^'), ours().length]).toEqual([theirs, 1]);
		await expectPublished(opened);
	},
);
