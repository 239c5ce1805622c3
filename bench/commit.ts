import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import {type Figure, type Measured, ms} from './figure.ts';
import {makeReviewed} from './reviewed.ts';
import type {Shape} from './synthetic.ts';
import {timeInTurns} from './timing.ts';

const comments = 20;
const overTenFiles: Shape = index => ({file: index % 10, slot: Math.floor(index / 10)});
const otherFiles = 50_000;
const plan = {runs: 7, warmUp: 1};

const committing: Figure = {
	name: `time that --commit adds to apply in a repository of ${otherFiles} files vs. git commit -a`,
	unit: 'times',
	bound: 2,
	meaning:
		'Both commit the same lines. git commit -a looks at every file of the working tree; --commit reads and writes only the folders that change, and gives the index of the user the same lines.',
};

export const commit: Benchmark = {
	about: 'Time of committing what was applied in a large repository, compared with git.',
	seconds: 90,
	figures: [committing],
	measure,
};

function measure({node, folder, env: given, now, cli}: Machine): Measured[] {
	const names = {NAME: 'A Tester', EMAIL: 'tester@example.com'};
	const people = Object.entries(names).flatMap(([what, value]) =>
		['AUTHOR', 'COMMITTER'].map(role => [`GIT_${role}_${what}`, value]),
	);
	const env = {...given, ...Object.fromEntries(people)};
	const {root, recording} = makeReviewed(folder, env, overTenFiles, comments);
	const there = {cwd: root, env};
	const git = (...args: string[]) => runSync('git', args, there);
	for (let index = 0; index < otherFiles; index++) {
		const place = join(root, 'other', `${index % 500}`);
		if (index < 500) mkdirSync(place, {recursive: true});
		writeFileSync(join(place, `${index}.txt`), `${index}\n`);
	}
	git('add', '--all');
	git('commit', '--quiet', '--message', 'Many files');
	const head = git('rev-parse', 'HEAD').trim();
	const renew = () => {
		git('reset', '--quiet', '--hard', head);
		rmSync(join(root, '.git/pr-resolve'), {recursive: true, force: true});
	};
	const program = cli();
	const applyWith = (...flags: string[]) =>
		runSync(node, [program, 'apply', '--from', recording, '--yes', ...flags], there);
	applyWith('--commit');
	const tree = git('rev-parse', 'HEAD^{tree}');
	renew();
	applyWith();
	const patch = join(folder, 'edits.patch');
	writeFileSync(patch, git('diff'));
	const commitAll = () => void git('commit', '--quiet', '--all', '--message', 'All of it');
	commitAll();
	if (git('rev-parse', 'HEAD^{tree}') !== tree) throw new Error('the two commits differ');
	const times = timeInTurns(
		{
			apply: {prepare: renew, run: () => void applyWith()},
			committed: {prepare: renew, run: () => void applyWith('--commit')},
			git: {
				prepare: () => {
					renew();
					git('apply', patch);
				},
				run: commitAll,
			},
		},
		{...plan, now},
	);
	const added = times.committed - times.apply;
	return [
		{
			figure: committing,
			of: '',
			value: added / times.git,
			detail: `(${ms(times.committed)} - ${ms(times.apply)}) / ${ms(times.git)}`,
		},
	];
}
