import {describe, expect, test} from 'vitest';
import {applyBrakes} from '../../../source/resolve/brakes/apply-brakes.ts';
import {formatReply, nothingDecided} from '../../../source/review/closing/marker.ts';
import {fitRows, formatSummaryComment} from '../../../source/review/closing/summary-comment.ts';
import type {Author, PullRequest, ReviewThread} from '../../../source/review/comment.ts';
import {readPullRequest} from '../../../source/review/read.ts';
import {knownAs, remember} from '../../../source/run/watch/memory.ts';
import {gatherFacts, type RoundLook, type RoundRules} from '../../../source/run/watch/round-facts.ts';
import {bot, comment, pullRequest, review, reviewComment, suggestion, thread} from '../../helpers/pull-request.ts';
import {commit, git, gitIn, newRepository} from '../../worktree/folders.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

/** A repository in which a run has committed, with what was pushed since. */
function roundsOn(first: string, ...later: {text: string; by?: string; only?: string; revert?: boolean}[]) {
	const root = newRepository({'file.txt': lines(first)});
	const commits = later.map(({text, by, only, revert}) => {
		commit(root, {'file.txt': lines(text)});
		const subject = revert ? 'Revert "Apply suggestion"' : 'A commit';
		const limit = only ? `\nPr-Resolve-Only: ${only}` : '';
		if (by) git(root, 'commit', '-q', '--amend', '-m', `${subject}\n\nPr-Resolve-Run: ${by}${limit}`);
		return git(root, 'rev-parse', 'HEAD');
	});
	return {root, commits, head: commits.at(-1) ?? git(root, 'rev-parse', 'HEAD')};
}

const lines = (text: string) => [...text].map(line => `${line}\n`).join('');

let lastThread = 0;

/** A suggestion by a bot on a line of a commit. */
function suggests(line: number, oid: string, seconds: number, more: Partial<ReviewThread> = {}): ReviewThread {
	const createdAt = at(seconds);
	const first = reviewComment(`Better.\n\n${suggestion('better')}`, {
		author: bot('rabbit'),
		commit: oid,
		originalCommit: oid,
		createdAt,
		updatedAt: createdAt,
	});
	return thread([first], {id: `PRRT_${++lastThread}`, line, ...more});
}

type Made = ReturnType<typeof roundsOn>;

function look(
	{commits, head}: Pick<Made, 'commits' | 'head'>,
	fields: Partial<PullRequest>,
	memory: RoundLook['memory'] = null,
	holdOn: RoundLook['holdOn'] = () => null,
) {
	const read = pullRequest({headRefOid: head, ...fields});
	const {findings, reviewers} = readPullRequest(read);
	return {
		pullRequest: read,
		named: '7',
		findings,
		reviewers,
		standing: {head: {oid: head}, commits, viewer: 'me'},
		memory,
		holdOn,
		isTakenUp: () => false,
		runs: [],
		ownOnHead: async () => new Set<never>(),
		pushed: [],
	};
}

/** Nobody has answered. */
const isHeld = () => false;

const rules: RoundRules = {maxRounds: 3, quietMs: 120_000, isOnce: false, asksModel: false, last: null, now: start};

const gather = async ({root}: Made, seen: RoundLook, more: Partial<RoundRules> = {}) =>
	(await gatherFacts({git: gitIn(root), hasFiles: true, fetchHistory: async () => {}}, seen, {...rules, ...more}))
		.facts;

const run = '20260301-100000-aa11';

test('rounds are the runs that committed; reverts are none, and commits of others neither', async () => {
	const made = roundsOn('abc', {text: 'aXc', by: run}, {text: 'aYc'}, {text: 'abc', by: 'other', revert: true});
	const {rounds, isProcessed} = await gather(made, look(made, {}));
	expect([rounds, isProcessed]).toEqual([[run], false]);
});

describe('rounds that a force-push removed', () => {
	const [gone, other] = ['1'.repeat(40), '2'.repeat(40)];
	const [first, second] = ['20260301-090000-aa11', '20260301-093000-bb22'];
	const me = {login: 'me', isBot: false};
	const standing = roundsOn('abc', {text: 'aXc', by: run});

	/** A thread with a reply that names a commit. */
	function told(commit: string, by: string, {author = me, earlier = []}: {author?: Author; earlier?: string[]} = {}) {
		const text = formatReply(
			{text: `Applied in ${commit}.`, state: 'fixed', commit} as never,
			...([by, ['f1'], nothingDecided, earlier] as const),
		);
		const asked = suggests(3, standing.head, -30);
		return {...asked, comments: [...asked.comments, reviewComment(text, {author})]};
	}

	const found = async (
		reviewThreads: ReviewThread[],
		more: Partial<RoundLook> = {},
		fields: Partial<PullRequest> = {},
	) => {
		const place = {git: gitIn(standing.root), hasFiles: true, fetchHistory: async () => {}};
		const {facts, pushedAway} = await gatherFacts(
			place,
			{...look(standing, {reviewThreads, ...fields}), ...more},
			rules,
		);
		return [facts.rounds, pushedAway];
	};

	test('count by our replies, each run once, and not by replies of others', async () => {
		expect(await found([told(gone, first), told(gone, second), told(other, second)])).toEqual([
			[first, second, run],
			[gone, other],
		]);
		expect(
			await found([
				told(gone, first, {author: bot('me')}),
				told(other, second, {author: {login: 'eve', isBot: false}}),
			]),
		).toEqual([[run], []]);
	});

	test('count by what a reply named before', async () => {
		expect(await found([told(standing.head, run, {earlier: [first, second]})])).toEqual([[first, second, run], []]);
	});

	test('count by our summary', async () => {
		const rows = [{finding: 'f1', place: '[a](https://x/y)', state: 'fixed', text: `Applied in ${gone}.`} as const];
		const body = formatSummaryComment(fitRows(rows, second, nothingDecided, [first]));
		expect(await found([], {}, {comments: [comment(body, {author: me})]})).toEqual([[first, second, run], [gone]]);
	});

	test('count by what this process pushed, once, whatever was written of it', async () => {
		const pushed = [
			{run: first, commits: [gone, other]},
			{run, commits: [standing.head]},
		];
		expect(await found([], {pushed})).toEqual([
			[first, run],
			[gone, other],
		]);
		expect(await found([told(gone, second)], {pushed})).toEqual([
			[first, run],
			[gone, other],
		]);
	});

	test('are not gone if a commit of their run is there, as after a rebase, or the host does not list all commits', async () => {
		expect(await found([told(gone, run)])).toEqual([[run], []]);
		const listed = {head: {oid: standing.head}, commits: ['3'.repeat(40)], viewer: 'me'};
		expect(await found([told(gone, first)], {standing: listed})).toEqual([[first], []]);
	});

	test('do not count by the record of a run that pushed to another pull request', async () => {
		const result = {
			run: second,
			commits: [{oid: other, parent: gone, headline: '', changes: [], signed: false}],
			index: [],
		};
		const step = {key: 'commit', kind: 'commit', target: 'feature', state: 'done', result, reason: ''};
		const runs = [{id: second, pullRequest: 'octo/app#8', edits: [], publication: [step]} as never];
		expect(await found([], {runs})).toEqual([[run], []]);
		// Where a reply here names its commit, as on a branch on top of that one, the run is that one.
		expect(await found([told(other, first)], {runs})).toEqual([[run, second].toSorted(), [other]]);
	});
});

test('a head that a run made is processed, and one that a person made is not', async () => {
	const ours = roundsOn('abc', {text: 'aXc', by: run});
	expect(await gather(ours, look(ours, {}))).toMatchObject({isProcessed: true});
	const theirs = roundsOn('abc', {text: 'aXc', by: run}, {text: 'aYc'});
	expect(await gather(theirs, look(theirs, {}))).toMatchObject({isProcessed: false});
});

test('commits that are not in the repository count for nothing', async () => {
	const made = roundsOn('abc', {text: 'aXc', by: run});
	const {commits} = look(made, {}).standing;
	const facts = await gather(made, look({commits: ['f'.repeat(40), ...commits], head: made.head}, {}));
	expect(facts.rounds).toEqual([run]);
});

describe('a finding is new', () => {
	const made = roundsOn('abcdef', {text: 'aXcdef', by: run});
	const before = git(made.root, 'rev-parse', 'HEAD^');
	const newIn = async (reviewThreads: ReviewThread[], memory: RoundLook['memory'] = null) =>
		(await gather(made, look(made, {reviewThreads}, memory))).findings.map(({isNew}) => isNew);

	test('on the head, or posted since the last round looked', async () => {
		expect(await newIn([suggests(3, made.head, 60)])).toEqual([true]);
		expect(await newIn([suggests(3, before, 30)])).toEqual([true]);
		expect(await newIn([suggests(3, before, -300)])).toEqual([false]);
	});

	test('unless we answered it, as long as its comment stays', async () => {
		const asked = suggests(3, before, -30);
		const text = formatReply({text: 'Not applied.', state: 'declined', commit: null} as never, run, ['f1']);
		const reply = reviewComment(text, {author: {login: 'me', isBot: false}, createdAt: at(20), updatedAt: at(20)});
		const answered = {...asked, comments: [...asked.comments, reply]};
		expect(await newIn([asked])).toEqual([true]);
		expect(await newIn([answered])).toEqual([false]);
		const edited = {...answered, comments: [{...asked.comments[0]!, updatedAt: at(90)}, reply]};
		expect(await newIn([edited])).toEqual([true]);
		const forged = {...answered, comments: [asked.comments[0]!, {...reply, author: bot('me')}]};
		expect(await newIn([forged])).toEqual([true]);
	});

	test('unless a round here has read it with this text', async () => {
		const [asked, other] = [suggests(3, made.head, 60), suggests(4, made.head, 60)];
		const {findings} = look(made, {reviewThreads: [asked]});
		const memory = remember(null, {head: made.head, findings, isHeld, idleRounds: 0});
		expect(memory.findings).toEqual(findings.map(finding => knownAs(finding, false)));
		expect(await newIn([asked, other], memory)).toEqual([false, true]);
		const [first] = asked.comments;
		const edited = {...asked, comments: [{...first!, body: `${first!.body}\n\nUrgent.`}]};
		expect(await newIn([edited], memory)).toEqual([true]);
	});
});

describe('a finding is new after a round that was limited to other reviewers', () => {
	const newAfter = async (only: string) => {
		const made = roundsOn('abcdef', {text: 'aXcdef', by: run, only});
		const before = git(made.root, 'rev-parse', 'HEAD^');
		const facts = await gather(made, look(made, {reviewThreads: [suggests(3, before, -300)]}));
		return [facts.isProcessed, ...facts.findings.map(({isNew}) => isNew)];
	};

	test('as its commit names them', async () => {
		expect(await newAfter('copilot')).toEqual([true, true]);
		expect(await newAfter('Rabbit')).toEqual([true, false]);
	});

	test('unless a round before it has dealt with it', async () => {
		const earlier = '20260301-090000-bb22';
		const made = roundsOn('abcdef', {text: 'aXcdef', by: earlier}, {text: 'aXYdef', by: run, only: 'copilot'});
		const before = git(made.root, 'rev-parse', 'HEAD~2');
		const newOf = async (seconds: number) =>
			(await gather(made, look(made, {reviewThreads: [suggests(3, before, seconds)]}))).findings[0]!.isNew;
		expect([await newOf(-7200), await newOf(-300)]).toEqual([false, true]);
	});

	test('and what was remembered of it stays as it was', () => {
		const {findings} = look({commits: [], head: 'h'}, {reviewThreads: [suggests(1, 'h', 0), suggests(2, 'h', 0)]});
		const [one, other] = findings.map(finding => [finding]);
		const first = remember(null, {head: 'h', findings: one!, isHeld, idleRounds: 0});
		const limited = remember(first, {head: 'h', findings: [], others: findings, isHeld, idleRounds: 0});
		expect(limited.findings).toEqual(first.findings);
		expect(limited.findings).not.toContain(knownAs(other![0]!, false));
	});
});

describe('a finding that answers held back', () => {
	test.each([
		['is known as long as they do', 'held', false],
		['is new once a person has taken it', 'released', true],
		['is new once they are deleted', null, true],
	] as const)('%s', async (_, hold, isNew) => {
		const made = roundsOn('abc');
		const found = look(made, {reviewThreads: [suggests(1, made.head, 0)]});
		const memory = remember(null, {head: made.head, findings: found.findings, isHeld: () => true, idleRounds: 0});
		const facts = await gather(made, {...found, memory, holdOn: () => hold});
		expect(facts.findings.map(finding => finding.isNew)).toEqual([isNew]);
	});
});

test('idle rounds count for the head that they had', async () => {
	const made = roundsOn('abc');
	const {findings} = look(made, {reviewThreads: [suggests(1, made.head, 0)]});
	const idleAt = async (head: string) => {
		const memory = remember(null, {head, findings, isHeld, idleRounds: 2});
		return (await gather(made, look(made, {}, memory))).idleRounds;
	};
	expect([await idleAt(made.head), await idleAt('f'.repeat(40))]).toEqual([2, 0]);
});

test('findings in words are nothing that a round could apply, unless a model is asked', async () => {
	const made = roundsOn('abc');
	const says = (author: Author) =>
		thread([reviewComment('Why so many?', {author, commit: made.head, originalCommit: made.head})], {
			id: `PRRT_${++lastThread}`,
			line: 2,
		});
	const found = look(made, {reviewThreads: [says(bot('rabbit')), says({login: 'carol', isBot: false})]});
	expect((await gather(made, found)).findings).toEqual([]);
	const asked = await gather(made, found, {asksModel: true});
	expect(asked.findings.map(({isRemark}) => isRemark)).toEqual([false, true]);
});

test('idle rounds count as long as nothing else is pushed', async () => {
	const made = roundsOn('abc', {text: 'aXc', by: run});
	const idle = {findings: [], idleRounds: 2};
	expect(await gather(made, look(made, {}, {...idle, head: made.head}))).toMatchObject({idleRounds: 2});
	expect(await gather(made, look(made, {}, {...idle, head: 'before'}))).toMatchObject({idleRounds: 0});
});

test('a finding is self-made if most of its lines in the commit that was reviewed are from our commits', async () => {
	const made = roundsOn('abcdef', {text: 'aXYdef', by: run}, {text: 'naXYdef'});
	const on = (line: number, startLine: number | null = null) => suggests(line, made.head, 60, {startLine});
	const reviewThreads = [on(3), on(4, 3), on(5, 2), on(6, 3), on(6, 2), on(1), on(99)];
	const {findings} = await gather(made, look(made, {reviewThreads}));
	expect(findings.map(({isSelfMade}) => isSelfMade)).toEqual([true, true, true, true, false, false, false]);
});

test('a finding on a commit that has none of ours is not self-made', async () => {
	const made = roundsOn('abcdef', {text: 'aXYdef', by: run});
	const base = git(made.root, 'rev-parse', 'HEAD^');
	const {findings} = await gather(made, look(made, {reviewThreads: [suggests(2, base, 0)]}));
	expect(findings).toMatchObject([{isSelfMade: false}]);
});

test('a reviewer that always comments on our last change is stopped', async () => {
	const made = roundsOn('abcdef', {text: 'aXYZef', by: run});
	const reviewThreads = [2, 3, 4].map(line => suggests(line, made.head, 60));
	const facts = await gather(made, look(made, {reviewThreads}));
	expect(applyBrakes(facts).halt).toMatchObject({brake: 'self-made', kind: 'stop'});
});

describe('reviewers at the head', () => {
	const made = roundsOn('abc', {text: 'aXc', by: run});
	const before = git(made.root, 'rev-parse', 'HEAD^');
	const notice = (text: string, seconds: number) =>
		comment(text, {author: bot('coderabbitai'), createdAt: at(seconds), updatedAt: at(seconds)});
	const reviewersIn = async (fields: Partial<PullRequest>) => (await gather(made, look(made, fields))).reviewers;

	test('are stale if they have only looked at earlier commits, and people are not waited for', async () => {
		const [stale] = await reviewersIn({reviewThreads: [suggests(1, before, 0)]});
		expect(stale).toMatchObject({login: 'rabbit', state: 'stale', until: null});
		const both = await reviewersIn({reviewThreads: [suggests(1, before, 0), suggests(1, made.head, 60)]});
		expect(both).toMatchObject([{login: 'rabbit', state: 'done'}]);
		expect(await reviewersIn({reviews: [review('Fine.', {commit: before})]})).toEqual([]);
		const approval = review('', {author: bot('rabbit'), commit: made.head, state: 'approved'});
		expect(await reviewersIn({reviewThreads: [suggests(1, before, 0)], reviews: [approval]})).toMatchObject([
			{state: 'done'},
		]);
	});

	test('are not waited for if they post only what they find', async () => {
		const found = suggests(1, before, 0);
		const comments = found.comments.map(comment => ({...comment, author: bot('github-actions')}));
		expect(await reviewersIn({reviewThreads: [{...found, comments}]})).toEqual([]);
	});

	test('have looked at a commit that they name, but not by an answer in a thread', async () => {
		const reviewThreads = [suggests(1, before, 0)];
		const named = review(`Reviewed up to ${made.head}.`, {author: bot('rabbit'), commit: null});
		expect(await reviewersIn({reviewThreads, comments: [named]})).toMatchObject([{state: 'done'}]);
		const answer = review('', {author: bot('rabbit'), commit: made.head});
		expect(await reviewersIn({reviewThreads, reviews: [answer]})).toMatchObject([{state: 'stale'}]);
	});

	test('name the end of a rate limit, until they have looked all the same', async () => {
		const mark = '<!-- This is an auto-generated comment: rate limited by coderabbit.ai -->';
		const limited = notice(`${mark}\n\n## Rate limit exceeded\n\nNext included review available in **27 minutes**.`, 0);
		const [waits] = await reviewersIn({comments: [limited]});
		expect(waits).toMatchObject({state: 'rate-limited', until: start + 27 * 60_000});
		expect(await reviewersIn({comments: [{...limited, author: {login: 'passer-by', isBot: false}}]})).toEqual([]);
		const looked = review('Fine.', {author: bot('coderabbitai'), commit: made.head, updatedAt: at(90)});
		expect(await reviewersIn({comments: [limited], reviews: [looked]})).toMatchObject([{state: 'done'}]);
		const earlier = {...looked, updatedAt: at(-90)};
		expect(await reviewersIn({comments: [limited], reviews: [earlier]})).toMatchObject([{state: 'rate-limited'}]);
	});
});
