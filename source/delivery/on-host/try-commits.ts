import type {CommitEnd} from '../../code-host/commit-order.ts';
import type {Publisher} from '../../code-host/publisher.ts';
import {headlineIn} from '../../resolve/commit-message.ts';
import {linesOfPart} from '../../resolve/commit-parts.ts';
import type {Context} from '../../run/context.ts';
import type {DeliveryStop, PushTarget} from '../../run/events.ts';
import type {CommitGroup} from '../../worktree/commit/commit-runs.ts';
import {changesOf} from '../../worktree/commit/commit-step.ts';
import type {Divide} from '../../worktree/commit/divide.ts';
import {type DraftsOnCommit, draftOnCommit} from '../../worktree/commit/draft-on-commit.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import {arrivedCommits, intendedCommitsOf} from '../../worktree/commit/intended-commits.ts';
import type {Journal} from '../../worktree/journal.ts';
import {gitOf} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {type HeldEdit, withoutHeld} from '../answered/answers-since.ts';
import type {HostRepository} from '../follow-head.ts';
import {notPushed, type PushObstacle} from '../push/push-obstacles.ts';
import type {IntendedCommits, RunCommit} from '../steps/commit.ts';
import type {HostRecord} from './host-record.ts';
import {branchMoves, isResumable, stoppedCommit} from './host-stops.ts';

/** So often the changes are placed again because the branch has moved. */
const mostMoves = 3;

/** The commits of a run on the code host, as far as they could be made. */
export type TriedCommits = {
	made: RunCommit[];
	notes: string[];
	/** Edits that are in none of them, because they no longer fit. */
	left: LeftEdit[];
	/** Those of the commits that were not made. */
	unsent: LeftEdit[];
	/** Why there are no more of them; null if there are all. */
	stop: DeliveryStop | null;
	/** Whether the same ones may still be made, or be there: then `apply --continue` settles it. */
	isOpen: boolean;
};

type Trial = {
	/** Id of the run. */
	run: string;
	journal: Journal;
	record: HostRecord;
	publisher: Publisher;
	where: Pick<PushTarget, 'repository' | 'branch'>;
	messageOf: SendOrder['messageOf'];
	divide: Divide;
	/** The repository at another head, or why nothing can be pushed any more. */
	follow: (head: string, paths: readonly string[]) => Promise<HostRepository | {closed: PushObstacle}>;
	/** What is held back of the run by answers that came after the plan. */
	held: (run: Run) => Promise<HeldEdit[]>;
	/** Puts the plan for another head into the record, or one without some changes; null if its edits are made as they are. */
	replan: ((repository: HostRepository, held: readonly HeldEdit[]) => Promise<void>) | null;
};

/** Sends what the record of a run has and the branch has not, and follows a branch that moves meanwhile. @throws {Failure} */
export async function tryCommits(start: HostRepository, trial: Trial, context: Context): Promise<TriedCommits> {
	const {run, journal, record, publisher, where, messageOf, divide, follow, replan} = trial;
	const notes: string[] = [];
	let repository = start;
	let intended = intendedCommitsOf(await journal.read(run));
	const intend = async (commits: IntendedCommits) => {
		intended = commits;
		await record.intend(commits);
	};
	const arrivedIn = async (there: HostRepository) =>
		intended ? arrivedCommits(gitOf(there, {...context, offline: true}), there.head, {run, intended}) : [];
	const noteEnd = async (kind: CommitEnd['kind'] | undefined) => {
		if (intended && kind === 'unknown') await record.lose(intended);
		// The request was refused: nothing more may be on the way.
		if (intended && (kind === 'limited' || kind === 'blocked')) await record.intend({...intended, commits: []});
	};
	let made = await arrivedIn(repository);
	for (let moves = 0; ; moves += 1) {
		const git = gitOf(repository, {...context, offline: true});
		let held = await trial.held(await journal.read(run));
		while (held.length > 0 && replan && made.length === 0) {
			await replan(repository, held);
			intended = null;
			held = await trial.held(await journal.read(run));
		}
		const order = {run: await journal.read(run), parent: repository.head, divide, leftOut: withoutHeld(held)};
		const drafts = await draftOnCommit(git, journal, order);
		const sent = await sendCommits(drafts, {from: repository.head, made}, {publisher, where, run, messageOf, intend});
		made = sent.made;
		notes.push(...sent.notes);
		const {end, unsent} = sent;
		if (end?.kind !== 'stale' || moves === mostMoves) {
			await noteEnd(end?.kind);
			const stop = end && stopOf(end, where, {run: order.run, hasMade: made.length > 0});
			return {
				made,
				notes,
				left: drafts.left,
				unsent,
				stop,
				isOpen: end !== null && end.kind !== 'stale' && isResumable(end),
			};
		}
		const followed = await follow(
			end.head,
			order.run.files.map(({path}) => path),
		);
		if ('closed' in followed) {
			const stop: DeliveryStop = {step: 'commit', ...notPushed(followed.closed)};
			return {made, notes, left: drafts.left, unsent, stop, isOpen: false};
		}
		repository = followed;
		// What has arrived all the same stays as it is.
		made = await arrivedIn(repository);
		if (replan && made.length === 0) {
			await replan(repository, []);
			intended = null;
		}
	}
}

const stopOf = (
	end: NonNullable<SentCommits['end']>,
	where: Trial['where'],
	so: {run: Run; hasMade: boolean},
): DeliveryStop => (end.kind === 'stale' ? branchMoves(where, so.hasMade) : stoppedCommit(end, where, so));

/** The commits of a run that the code host made, and what it wrote besides. */
type SentCommits = {
	made: RunCommit[];
	notes: string[];
	/** How the next one ended; null if all are made. */
	end: Exclude<CommitEnd, {kind: 'made'}> | null;
	/** Edits of those that were not made. */
	unsent: LeftEdit[];
};

type SendOrder = {
	publisher: Publisher;
	where: Pick<PushTarget, 'repository' | 'branch'>;
	/** Id of the run. */
	run: string;
	messageOf: (group: CommitGroup) => string;
	/** Records what is about to be sent, before each request leaves. */
	intend: (commits: IntendedCommits) => Promise<void>;
};

/** Has the code host make commits, each on the one before. @param from object id of the parent of the first one */
async function sendCommits(
	{commits, executable}: DraftsOnCommit,
	{from, made: earlier}: {from: string; made: readonly RunCommit[]},
	{publisher, where, run, messageOf, intend}: SendOrder,
): Promise<SentCommits> {
	const worded = commits.map(({part, chosen, tree, files}) => {
		const edits = chosen.map(({source}) => source.edit);
		const message = messageOf({part, edits, runs: [run]});
		return {tree, files, message, named: {headline: headlineIn(message), ...changesOf(edits)}};
	});
	const made = [...earlier];
	const notes: string[] = [];
	let parent = from;
	for (const [index, {tree, files, message, named}] of worded.entries()) {
		const rest = worded.slice(index).map(one => ({tree: one.tree, ...one.named}));
		await intend({made: [...made], head: parent, commits: rest});
		const end = await publisher.commit({
			...where,
			expected: parent,
			message,
			files: [...files].map(([path, content]) => ({path, mode: executable.has(path) ? '100755' : '100644', content})),
			tree,
		});
		if (end.kind !== 'made') {
			const unsent = commits.slice(index).flatMap(({chosen}, later) => {
				const reason = later === 0 && end.kind === 'unknown' ? 'its commit may not be made' : 'its commit was not made';
				return chosen.map(one => ({
					path: one.path,
					lines: linesOfPart(one, chosen, null),
					changes: one.source.edit.changes,
					reason,
				}));
			});
			return {made, notes, end, unsent};
		}
		const {oid, isSigned: signed, via, url, note} = end;
		made.push({oid, parent, ...named, signed, via, url});
		if (note !== null) notes.push(note);
		parent = oid;
	}
	return {made, notes, end: null, unsent: []};
}
