import {expect, test} from 'vitest';
import {readResult} from '../../../source/action/result.ts';
import {formatSummary} from '../../../source/action/summary.ts';
import {exitCodes} from '../../../source/exit-code.ts';
import {Failure} from '../../../source/failure.ts';
import {user as person} from '../../emulators/github/data.ts';
import {fault} from '../../emulators/github/faults.ts';
import {type Behavior, startReviewer} from '../../emulators/reviewers/reviewers.ts';
import {atMost, insistent, newWords} from '../../emulators/reviewers/scripts.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {numbered, workTree} from '../../helpers/work-tree.ts';
import {applying} from '../no-checkout/applying.ts';
import {path, type WatchReport, watching} from './watching.ts';

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

/** A reviewer that looks once, and a colleague who replaces our commit after our reply. @param answer of the colleague; null: none */
async function replacedLater(answer: string | null = null) {
	const lost: string[] = [];
	let due = Infinity;
	const world = await watching([{behavior: atMost(1, newWords(path, 4))}], ({tree, bare, review, there, elapsed}) => {
		const [thread] = review.pullRequest.data.reviewThreads;
		if (due === Infinity && thread?.isResolved) due = elapsed() + 20_000;
		if (!thread || lost.length > 0 || elapsed() < due) return;
		lost.push(there());
		const theirs = tree.git('commit-tree', 'HEAD^^{tree}', '-p', 'HEAD^', '-m', 'Theirs').trim();
		tree.git('push', '-q', '--force', bare, `${theirs}:refs/heads/feature/limits`);
		const again = {...thread.comments[0]!, id: 'answer', fullDatabaseId: '90', author: person('carol')};
		if (answer !== null) thread.comments.push({...again, body: answer});
	});
	return {...world, lost};
}

const brief = ['--for', '600', '--every', '300'];
const afterRound = {rounds: {number: 1, limit: 3}, commits: [], publication: {replies: 1, resolved: 0}};
const twoReports = [{commits: [{pushed: true}], publication: {replies: 1, resolved: 1}}, afterRound];

test.each([
	['with an answer', 'Thanks!', [3, 'clean-unverified'], []],
	// Its last step is left to the next command.
	['at the end of --for', null, [5, 'stopped'], [{code: 'time-over'}]],
])('a reply that is corrected after the last round is reported with it, %s', async (_, answer, ends, stops) => {
	const {watch, lost, review, host} = await replacedLater(answer);
	const {code, report} = await watch(...brief);
	expect([code, report.end]).toEqual(ends);
	expect(review.pullRequest.data.reviewThreads[0]!.comments[1]!.body).toContain(
		`Applied in ${lost[0]}, which is no longer on this pull request.`,
	);
	expect(host.writes.map(({operation}) => operation)).toEqual(['Reply', 'Resolve', 'EditReply']);
	expect(report.rounds).toMatchObject([twoReports[0], {...afterRound, stops}]);
	const result = readResult(JSON.stringify(report), exitCodes.done);
	expect(formatSummary(result)).toContain('Threads\\: 2 replies\\, 1 resolved');
});

test('it is in the lines and in the text, once', async () => {
	const {call} = await replacedLater('Thanks!');
	const {stdout, stderr} = await call(['watch', '7', '--publish', '--yes', ...brief]);
	expect(stderr).toMatch(/^Answering threads after round 1\.\nRound 1: 3 not actionable; threads: 1 reply\.$/m);
	expect(stderr.match(/^(?:Answering|Round)/gm)).toEqual(['Round', 'Round', 'Answering', 'Round']);
	expect(stdout.match(/^Threads: .*/gm)).toEqual(['Threads: 1 reply, 0 resolved.']);
});

test('it is reported once if it is interrupted', async () => {
	const {tree, env, clock, host} = await replacedLater();
	const user = new AbortController();
	host.faults.on(
		'EditReply',
		fault.meanwhile(() => user.abort(new Failure('interrupted', 'interrupted', 'Interrupted (SIGINT).'))),
	);
	const args = ['watch', '7', '--publish', '--yes', '--json', ...brief];
	const {code, json, stderr} = await tree.call(args, {env, clock, signal: user.signal});
	expect([code, json]).toMatchObject([130, {end: 'interrupted', rounds: twoReports}]);
	expect((json as WatchReport).rounds).toHaveLength(2);
	expect(stderr.match(/^Answering/gm)).toHaveLength(1);
});
