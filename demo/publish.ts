import {copyFile} from 'node:fs/promises';
import {basename, delimiter, dirname, join} from 'node:path';
import {show} from './command.ts';
import {openHost} from './host.ts';
import type {Stage} from './stage.ts';
import {expectCode, type Tour} from './tour-parts.ts';

/**
 * Takes a pull request to its end on an emulated GitHub: a change that breaks a check is dropped, the others are committed
 * and pushed, the threads are answered, and all of it is undone. GitHub's limits make it take some seconds.
 * @throws {Failure} `check`, `git-missing`, `git-failed`
 */
export async function publishAndUndo(stage: Stage, {program, node, print, heading, check}: Tour): Promise<void> {
	const {number, headRefName: branch} = stage.demo.pullRequest;
	const name = basename(check);
	await copyFile(check, join(stage.folder, name));
	const host = await openHost(stage);
	const env = {...host.place.env, PATH: `${dirname(node)}${delimiter}${host.place.env.PATH}`};
	const run = (args: readonly string[]) => show(node, [program, ...args], {...host.place, env});
	const log = ['-C', host.bare, '--no-pager', 'log', '-2', '--format=%h %an: %s%n', branch];
	const apply = ['apply', `${number}`, '--author', 'greptile', '--verify', `node ../${name}`, '--publish'];
	try {
		await print(`
${heading('4. Verify, commit, push, answer the threads')}

  The same pull request in another clone, on a GitHub that this machine emulates, and the comments of
  one bot. One of its suggestions breaks a rule of the shop, which the command of --verify checks.

  $ cd ../clone
  $ pr-resolve apply ${number} --author greptile --verify "node ../${name}" --publish

`);
		expectCode('apply', await run(apply), 3);
		await print(`
  What broke the check was reverted; the rest is committed, pushed and answered.

  $ git -C ../github.git log -2 ${branch}

`);
		await show('git', log, host.place);
		await print(`
${heading('5. Undo it, on GitHub too')}

  $ pr-resolve undo --publish

`);
		expectCode('undo --publish', await run(['undo', '--publish']), 0);
	} finally {
		await host.close();
	}
}
