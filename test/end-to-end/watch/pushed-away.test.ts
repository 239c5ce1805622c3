import {expect, test} from 'vitest';
import {type Behavior, startReviewer} from '../../emulators/reviewers/reviewers.ts';
import {insistent, newWords} from '../../emulators/reviewers/scripts.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {applying} from '../no-checkout/applying.ts';
import {path, type WatchReport} from './watching.ts';

const publish = ['--no-checkout', '--publish', '--yes', '--json'];

type Colleague = {
	behavior?: Behavior;
	/** Between our push and the colleague's. */
	delayMs?: number;
};

/** A reviewer that always wants something, and a colleague who replaces each push of ours by a commit without it. */
async function pushedAway({behavior = newWords(path, 4), delayMs = 20_000}: Colleague = {}) {
	let pass = () => {};
	const clock = virtualClock(Date.now(), () => pass());
	let pull: Parameters<typeof startReviewer>[0]['pull'] | null = null;
	const world = await applying(
		review => {
			pull = review.pullRequest;
			pull.file(path);
		},
		{tree: workTree({[path]: numbered('item', 20)}), clock, now: clock.now},
	);
	const {bare, tree, git, there, url, call} = world;
	const reviewer = startReviewer({pull: pull!, bare, now: clock.now}, {behavior});
	const lost: string[] = [];
	let [theirs, due] = [tree.head, 0];
	pass = () => {
		if (there() === theirs) due = clock.now() + delayMs;
		else if (clock.now() >= due) {
			lost.push(there());
			theirs = git('commit-tree', `${tree.head}^{tree}`, '-p', tree.head, '-m', `Theirs ${lost.length}`);
			git('update-ref', 'refs/heads/feature', theirs);
		}
		reviewer.pass();
	};
	pass();
	return {
		...world,
		/** Our commits that were pushed away, oldest first. */
		lost,
		watch: async (...flags: string[]) => {
			const {code, json, stderr} = await call(['watch', url, ...publish, ...flags]);
			return {code, report: json as WatchReport & {pushedAway: string[]}, stderr};
		},
		idle: async (seconds: number) => {
			for (let passed = 0; passed < seconds; passed += 30) await clock.sleep(30_000);
		},
	};
}

test.each([
	['after their replies', {}],
	['before any reply', {behavior: insistent(path, 4, 'better'), delayMs: 0}],
])(
	'rounds whose commits were pushed away %s count for --max-rounds, and each force push is told',
	async (_, colleague) => {
		const {watch, lost} = await pushedAway(colleague);
		const {code, report, stderr} = await watch('--for', '7200');
		expect([code, report]).toMatchObject([5, {end: 'stopped', stoppedBy: 'rounds'}]);
		expect(lost).toHaveLength(3);
		expect(report.rounds.map(({rounds}) => rounds!.number)).toEqual([1, 2, 3]);
		expect(report.pushedAway).toEqual(lost);
		for (const oid of lost)
			expect(stderr).toContain(
				`\nA force-push removed ${oid.slice(0, 7)} from the branch, and its round still counts.\n`,
			);
	},
);

test.each([
	['in new threads', newWords(path, 4)],
	['in the same thread', insistent(path, 4, 'better')],
])('they count over several commands without a memory, as in CI, %s', async (_, behavior) => {
	const {call, url, idle, lost, env} = await pushedAway({behavior});
	const ends: unknown[] = [];
	for (let run = 1; run <= 5; run++) {
		await idle(240);
		const state = {XDG_STATE_HOME: `${env.TMPDIR}/state-${run}`};
		const {code, json} = await call(['watch', url, '--once', ...publish], state);
		const {stoppedBy} = json as WatchReport;
		ends.push([code, stoppedBy, lost.length]);
	}
	expect(ends.slice(3)).toEqual([
		[5, 'rounds', 3],
		[5, 'rounds', 3],
	]);
});
