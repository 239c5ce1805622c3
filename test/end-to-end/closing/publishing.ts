import {bot, type PullRequestInit} from '../../emulators/github/data.ts';
import type {GitHubOptions} from '../../emulators/github/server.ts';
import type {ChildOptions} from '../../helpers/child.ts';
import {hostOf} from '../../helpers/host.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {numbered, type WorkTree, workTree} from '../../helpers/work-tree.ts';

export type Ended = Awaited<ReturnType<WorkTree['call']>>;
export type {ChildOptions};

export const rabbit = bot('coderabbitai');

const url = 'https://github.com/octo/app.git';

/** The user's fix of a suggestion for line n of `src/list.txt`. */
export const fixed = (line: number) => `better ${line}`;

/** A clone on the branch of a pull request with suggestions for these lines of `src/list.txt`, and the host that has it. */
export async function reviewed(
	lines: readonly number[],
	{
		host = {},
		pull = {},
		more = () => {},
	}: {host?: GitHubOptions; pull?: PullRequestInit; more?: (review: Review) => void} = {},
) {
	const tree = workTree({'src/list.txt': numbered('item', Math.max(40, ...lines))})
		.branch('feature')
		.remote('origin', url);
	const review = reviewOf(tree, pull);
	for (const line of lines) review.suggest('src/list.txt', line, [fixed(line)], {author: rabbit});
	more(review);
	const clock = virtualClock();
	const gitHub = await hostOf([review], {now: clock.now, ...host});
	const {data} = review.pullRequest;
	const base = tree.head;
	return {
		tree,
		gitHub,
		clock,
		data,
		threads: data.reviewThreads,
		/** What the threads hold after their first comment. */
		replies: () => data.reviewThreads.map(({comments}) => comments.slice(1).map(({body}) => body.split('\n')[0])),
		/** Fixes these lines by hand and commits them. */
		fix: (...numbers: number[]) => {
			const text = tree.read('src/list.txt').split('\n');
			for (const number of numbers) text[number - 1] = fixed(number);
			tree.commit({'src/list.txt': text.join('\n')});
			return tree.head;
		},
		/** The host has the commits of the clone. */
		push: () => {
			data.headRefOid = tree.head;
			data.commits = tree.git('rev-list', '--reverse', `${base}..HEAD`).split('\n');
		},
		call: (args: readonly string[], options: {env?: Record<string, string>; signal?: AbortSignal} = {}) =>
			tree.call(['apply', '7', ...args], {clock, ...options, env: {...gitHub.env, ...options.env}}),
	};
}
