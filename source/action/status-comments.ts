import {noClone} from '../code-host/port.ts';
import type {Publisher, WriteEnd} from '../code-host/publisher.ts';
import type {Io} from '../commands/command.ts';
import {exitCodes} from '../exit-code.ts';
import {github} from '../github/host-port.ts';
import {quotablePlace} from '../review/closing/quotable.ts';
import {type DryRunStatus, formatDryRun, ownStatusComments, type StatusKind} from '../review/closing/status-comment.ts';
import {countOutcomes, type Outcome} from '../run/report/outcome.ts';
import {toFailure} from '../system/to-failure.ts';
import type {ActionResult} from './result.ts';
import type {StepPullRequest} from './step-pull-request.ts';

/** The comments of a pull request that show what came of its commands. */
export type StatusComments = {
	/** Writes the comment of this kind: the one that is there, or the first. Returns why it could not; null if it could. */
	write: (kind: StatusKind, body: string) => Promise<string | null>;
};

/** Nothing is sent before a comment is written. */
export const statusCommentsOn = (location: StepPullRequest, io: Io): StatusComments => ({
	async write(kind, body) {
		try {
			const {owner, name, number} = location;
			const named = {argument: String(number), pr: null, owner, repo: name};
			const connection = await github.open(named, noClone, {...io, log: () => {}}, () => {});
			return reasonOf(await writeOnce(await connection.publisher(location), kind, body));
		} catch (error) {
			io.signal.throwIfAborted();
			return toFailure(error).message;
		}
	},
});

const reasonOf = (end: WriteEnd): string | null => {
	if (end.kind === 'done') return null;
	return 'failure' in end ? end.failure.message : 'It was deleted meanwhile.';
};

/** Two runs may write at the same moment: each looks again, and all but the oldest comment go. */
async function writeOnce(publisher: Publisher, kind: StatusKind, body: string): Promise<WriteEnd> {
	const {id: pullRequest, viewer} = await publisher.standing();
	const own = async () => ownStatusComments(await publisher.comments(), kind, viewer).map(({nodeId}) => nodeId);
	const write = (comment: string | null) => publisher.write({kind: 'comment', pullRequest, comment, body});
	const [before = null] = await own();
	const end = await write(before);
	if (end.kind !== 'done') return end;
	const [first, ...later] = await own();
	for (const comment of later) await publisher.write({kind: 'delete-comment', comment});
	return first === undefined || first === end.comment?.id ? end : write(first);
}

/** The page of the workflow run; null outside a runner. */
export function pageOfRun({GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID}: Io['env']): string | null {
	if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY || !GITHUB_RUN_ID) return null;
	return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}

/** What would not change, and is in no list. */
const settled: readonly Outcome[] = ['already-applied', 'not-actionable', 'declined'];

/**
 * The comment that shows a dry run; null if it failed, or the pull request is closed.
 * @param url of the workflow run; null if it is unknown
 */
export function dryRunComment({report, exitCode, failure}: ActionResult, url: string | null): string | null {
	if (failure !== null || report === null) return null;
	const {findings} = report;
	const open = findings.filter(({outcome}) => !settled.includes(outcome));
	const numbers = Map.groupBy(findings, ({outcome}) => outcome);
	numbers.delete('not-actionable');
	const status: DryRunStatus = {
		counts: countOutcomes(outcome => numbers.get(outcome)?.length ?? 0),
		rows: open.map(({path, lines, outcome}) => ({
			place: quotablePlace(path === null ? null : {path, lines}),
			outcome,
		})),
		isStopped: exitCode === exitCodes.guard,
	};
	return formatDryRun(status, url);
}
