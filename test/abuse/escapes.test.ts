import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test, vi} from 'vitest';
import {bot} from '../emulators/github/data.ts';
import {hostOf} from '../helpers/host.ts';
import {suggestion} from '../helpers/pull-request.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';

vi.setConfig({testTimeout: 240_000});

/** Sets the title of the window, clears the screen, moves the cursor, turns the text, hides in it. */
const poison = 'a\u001b]0;PWN\u0007b\u001b[2Jc\u009b3;7Hd\u202ee\u200bf\r\u001b[Kg';
/** Of it, what the program never sends by itself. */
const raw = ['\u001b]0;PWN', 'b\u001b[2J', '\u009b', '\u202e', '\u200b', 'f\r\u001b[K'];

const path = 'src/od\u001b]0;PWN\u0007d\u202e.txt';

function poisoned(tree: WorkTree, repository: string): Review {
	const init = {repository, headRefName: poison, url: 'https://github.com/octo/app/pull/7', title: poison};
	const author = bot(poison);
	const review = reviewOf(tree, init)
		.suggest(path, 2, ['two'], {author, body: poison})
		.suggest('src/list.txt', 2, ['one'], {author})
		.suggest('src/list.txt', 2, ['other'], {body: `${poison}\n\n${poison}`})
		.suggest('src/list.txt', 5, [poison], {author})
		.comment('src/list.txt', 7, `**${poison}**\n\n${poison}`, {author});
	review.pullRequest.review({body: poison}).comment({body: `${poison}\n${suggestion(poison)}`});
	return review;
}

function expectClean(shown: string) {
	for (const sequence of raw) expect(shown.includes(sequence), JSON.stringify(sequence)).toBe(false);
}

const prepared = () => workTree({[path]: numbered('line', 4)});

const commands = (from: readonly string[]) => [
	['analyze', ...from],
	['analyze', ...from, '--json'],
	['analyze', ...from, '--log-level', 'DEBUG'],
	['apply', ...from, '--yes', '--dry-run', '--json'],
	['apply', ...from, '--yes'],
	['runs'],
	['runs', '--json'],
	['undo'],
	['apply', ...from, '--yes', '--path', poison, '--author', poison],
	['config', '--json'],
	['apply', ...from, '--mode', poison],
];

describe.each(['a recording', 'a host that says another name'])('nothing of what %s holds drives a terminal', kind => {
	/** Nothing is written where the pull request turns out to be of another repository. */
	const isRefused = kind === 'a host that says another name';

	async function scene() {
		const tree = prepared();
		if (kind === 'a recording') return {tree, from: ['--from', poisoned(tree, 'octo/app').save()], env: {}};
		tree.branch('feature').remote('origin', 'https://github.com/octo/app.git');
		const repository = `oc${poison}/app`;
		const repositories = [{nameWithOwner: repository, formerNames: ['octo/app']}];
		const {env} = await hostOf([poisoned(tree, repository)], {repositories});
		return {tree, from: ['7'], env};
	}

	test('in a pipe', async () => {
		const {tree, from, env} = await scene();
		const seen: unknown[] = [];
		for (const args of commands(from)) {
			const {code, stdout, stderr} = await tree.run(args, {env});
			seen.push(code);
			expectClean(stdout + stderr);
		}
		if (kind !== 'a recording') {
			const {code, stdout, stderr} = await tree.run(['record', ...from, '--output', join(tree.home, 'r.json')], {
				env,
			});
			expect(code).toBe(0);
			expectClean(stdout + stderr + readFileSync(join(tree.home, 'r.json'), 'utf8'));
			expectClean((await tree.run(['doctor'], {env})).stdout);
		}
		// Each of them got as far as to show something of it.
		if (!isRefused) expect(seen).toEqual([3, 3, 3, 3, 3, 0, 0, 0, 2, 0, 2]);
	});
});
