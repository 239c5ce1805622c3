import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {keepReplies, openReplies} from '../../../source/run/records/kept-replies.ts';
import {bot, pullRequest, user} from '../../../test/emulators/github/data.ts';
import {type GitHub, startGitHub} from '../../../test/emulators/github/server.ts';
import {pullRequest as pullRequestRead} from '../../../test/helpers/pull-request.ts';
import type {Program} from '../review-of-files.ts';
import {branch, type HostedClone, openHostedClones, runGit} from './hosted-clone.ts';
import {suggest} from './suggest.ts';

const threadId = (number: number) => `PRRT_${number}`;

/** The thread of the change that breaks the command. */
export const culprit = threadId(7);

/** What the user writes; an object id in it is no commit of the run. */
export const ownReply = `Done, thanks.\n\nSee ${'0'.repeat(40)}.`;

/** What a run begins with. */
export type Scene = {
	name: string;
	/** Whether the user has staged and unstaged edits of their own in the files that are reviewed. */
	hasEdits: boolean;
	/** Whether the command of `--verify` fails with one of the changes. */
	hasCulprit: boolean;
	/** Whether the user has written replies to threads: of a bot, of a person, and of what is done already. */
	hasReplies: boolean;
};

export const scenes: readonly Scene[] = [
	{name: 'all pass', hasEdits: false, hasCulprit: false, hasReplies: false},
	{name: 'edits beside, one change breaks the command', hasEdits: true, hasCulprit: true, hasReplies: false},
	{name: 'replies of your own', hasEdits: false, hasCulprit: false, hasReplies: true},
];

export type Stages = {set: (name: string, scene: Scene) => Promise<HostedClone>; close: () => Promise<void>};

const files = ['src/alpha.txt', 'src/beta.txt', 'lib/gamma.txt'] as const;
const [alpha, beta, gamma] = files;

const linesOf = (path: string) => Array.from({length: 30}, (_, line) => `${path}, line ${line + 1}`);

export const apply = ['apply', '7', '--verify', '! grep -rq broken src lib', '--publish', '--yes', '--json'];

/** Makes the repository once; every stage is a copy of it. */
export async function openStages(program: Program): Promise<Stages> {
	const contents = Object.fromEntries(files.map(path => [path, {content: `${linesOf(path).join('\n')}\n`}]));
	const clones = await openHostedClones(program, contents);
	return {
		async set(name, {hasEdits, hasCulprit, hasReplies}) {
			const stage = await clones.copy(name, (bare, base) => hostWith(bare, base, hasCulprit));
			if (hasEdits) edit(stage);
			if (hasReplies) await reply(stage);
			return stage;
		},
		close: clones.close,
	};
}

/** A staged edit in one file, and one that is not staged in another. */
function edit({root, env}: HostedClone): void {
	const replaceLast = (path: string, text: string) =>
		writeFileSync(join(root, path), `${[...linesOf(path).slice(0, -1), text].join('\n')}\n`);
	replaceLast(beta, 'my staged line');
	runGit(root, env, 'add', beta);
	replaceLast(alpha, 'my own line');
}

/** Replies that wait to be sent. */
function reply({root}: HostedClone): Promise<void> {
	const on = pullRequestRead({owner: 'octo', repo: 'app', number: 7, source: {kind: 'host', id: 'PR_7'}});
	const file = openReplies(join(root, '.git/pr-resolve'), on, {log: () => {}});
	return keepReplies(
		file,
		[1, 4, 6].map(number => ({thread: threadId(number), text: ownReply})),
	);
}

/** The host with threads of all kinds: bots and a person, one and several lines, one that is done already. */
function hostWith(bare: string, base: string, hasCulprit: boolean): Promise<GitHub> {
	const pull = pullRequest({headRefName: branch, headRefOid: base});
	const add = (path: string, lines: readonly [number, number], replacement: string[], author = bot('coderabbitai')) => {
		const number = pull.data.reviewThreads.length + 1;
		const shown = linesOf(path).slice(lines[0] - 1, lines[1]);
		suggest(pull, {
			...{id: threadId(number), number: String(number), path, lines, shown},
			...{commit: base, replacement, author},
		});
	};
	add(alpha, [3, 3], ['better 3']);
	add(alpha, [12, 12], ['better 12', 'and more']);
	add(beta, [5, 6], ['better 5 and 6']);
	add(beta, [20, 20], ['better 20'], user('ann'));
	add(gamma, [7, 7], ['better 7']);
	add(gamma, [15, 15], [linesOf(gamma)[14]!]);
	if (hasCulprit) add(gamma, [22, 22], ['broken 22']);
	for (const path of files) pull.file(path);
	let time = Date.parse('2026-03-01T10:00:00Z');
	// The program waits on a clock of its own.
	const now = () => {
		time += 1000;
		return time;
	};
	return startGitHub({pullRequests: [pull], repositories: [{nameWithOwner: 'octo/app', folder: bare}], now});
}
