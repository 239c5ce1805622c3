import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pullRequest} from '../test/emulators/github/data.ts';
import {startGitHub} from '../test/emulators/github/server.ts';
import {type Behavior, startReviewer} from '../test/emulators/reviewers/reviewers.ts';
import {contradictory, insistent, lastLines, newWords, trivia} from '../test/emulators/reviewers/scripts.ts';
import {callMain} from '../test/helpers/in-process.ts';
import {virtualClock} from '../test/helpers/virtual-clock.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import type {Figure, Measured} from './figure.ts';

const path = 'list.txt';
const branch = 'topic';
const wanted = ['item 4', 'item four'] as const;

/** Reviewers that never come to an end by themselves, and what the author does after a round. */
const endless: Readonly<Record<string, {behavior: Behavior; correctTo?: string}>> = {
	'comments on our last change': {behavior: lastLines(path)},
	'contradicts itself': {behavior: contradictory(path, 4, wanted)},
	'contradicts the author': {behavior: insistent(path, 4, wanted[1]), correctTo: 'item iv'},
	'finds new words for the same': {behavior: newWords(path, 4)},
	'finds trifles only': {behavior: trivia(path)},
};

const pushed = {
	name: 'rounds that push before an endless reviewer is stopped',
	unit: 'rounds',
	bound: 3,
	meaning:
		'How often watch pushes for a reviewer that comments on every push, on a clock that only waiting moves. The default limit is 3; what else stopped it is in the last column.',
} as const satisfies Figure;

export const rounds: Benchmark = {
	about: 'Watches emulated pull requests whose reviewers never come to an end.',
	seconds: 60,
	figures: [pushed],
	async measure(machine) {
		const measured: Measured[] = [];
		for (const name of Object.keys(endless)) measured.push(await watchEndless(name, machine));
		return measured;
	},
};

type Ended = {
	rounds: {commits: {pushed: boolean}[]}[];
	end: string;
	stoppedBy: string | null;
	reason: string;
};

async function watchEndless(name: string, {folder, env: given}: Machine): Promise<Measured> {
	const {behavior, correctTo} = endless[name]!;
	const people = ['AUTHOR', 'COMMITTER'].flatMap(role => [
		[`GIT_${role}_NAME`, 'A Tester'],
		[`GIT_${role}_EMAIL`, 'tester@example.com'],
	]);
	const {PATH = '', HOME = ''} = given;
	const env = {PATH, HOME, GIT_CONFIG_NOSYSTEM: '1', ...Object.fromEntries(people)};
	const [root, bare] = [join(folder, name), join(folder, `${name}.git`)];
	const git = (...args: string[]) => runSync('git', args, {cwd: root, env}).trim();
	runSync('git', ['init', '--quiet', '--initial-branch', branch, root], {cwd: folder, env});
	runSync('git', ['init', '--quiet', '--bare', bare], {cwd: folder, env});
	const write = (text: string) => {
		writeFileSync(join(root, path), text);
		git('add', '--all');
		git('commit', '--quiet', '--message', 'A version');
		git('push', '--quiet', 'origin', 'HEAD');
	};
	git('remote', 'add', 'origin', 'https://github.com/octo/app.git');
	git('config', `url.file://${bare}.pushInsteadOf`, 'https://github.com/octo/app.git');
	write(Array.from({length: 20}, (_, index) => `item ${index + 1}\n`).join(''));

	let pass = () => {};
	const clock = virtualClock(Date.now(), () => pass());
	const pull = pullRequest({headRefName: branch, headRefOid: git('rev-parse', 'HEAD')}).file(path);
	const repositories = [{nameWithOwner: 'octo/app', folder: bare}];
	const host = await startGitHub({pullRequests: [pull], repositories, now: clock.now});
	const reviewer = startReviewer({pull, bare, now: clock.now}, {behavior});
	let isCorrected = correctTo === undefined;
	pass = () => {
		const there = git('--git-dir', bare, 'show', `${branch}:${path}`);
		if (!isCorrected && there.includes(wanted[1])) {
			isCorrected = true;
			write(`${there.replace(wanted[1], correctTo!)}\n`);
		}
		reviewer.pass();
	};
	try {
		pass();
		const args = ['watch', '7', '--publish', '--yes', '--json'];
		const {json, stderr} = await callMain(args, {cwd: root, env: {...env, ...host.env}, clock});
		const {rounds: taken, end, stoppedBy, reason} = json as Ended;
		if (taken.length === 0) throw new Error(`there was no round: ${stderr}`);
		const value = taken.filter(({commits}) => commits.some(commit => commit.pushed)).length;
		return {figure: pushed, of: `it ${name}`, value, detail: `${end}${stoppedBy ? ` by ${stoppedBy}` : ''}: ${reason}`};
	} finally {
		await host.close();
	}
}
