import {elapsed} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {sumOfWrites, type UnknownSteps, type WriteCounts} from '../../worktree/run-effects.ts';
import {nameRuns} from '../../worktree/run-id.ts';
import type {ClosingLine} from './closing-line.ts';
import type {ClosingReport} from './closing-report.ts';
import {hookLines} from './hooks/hook-lines.ts';
import {formatStop, formatUncommitted} from './left-over.ts';

const inTone =
	(tone: ClosingLine['tone']) =>
	(text: string): ClosingLine => ({text, tone});
const plain = inTone('plain');
const open = inTone('open');

/** What came of the steps after the verification; no line if none was taken. */
export const closingLines = ({
	hooks,
	commits,
	committedOn,
	committedRuns,
	uncommitted,
	publication,
	stops,
}: ClosingReport): ClosingLine[] => [
	...hookLines(hooks),
	...commits.map(({oid, headline, changes}) =>
		plain(`Committed ${oid.slice(0, 10)} ${headline} (${count(changes.length, 'change')})${onBranch(committedOn)}.`),
	),
	...(committedRuns.length > 0 ? [plain(`It includes what ${nameRuns(committedRuns)} had left uncommitted.`)] : []),
	...formatUncommitted(uncommitted).map(open),
	...publicationLines(publication).map(plain),
	...stops.flatMap(formatStop).map(open),
];

/** After what is committed; empty if the branch is unknown. */
export const onBranch = (branch: string | null) => (branch === null ? '' : `, on ${branch}`);

function publicationLines(publication: ClosingReport['publication']): string[] {
	if (!publication) return [];
	const {target, notes, pending, planned, summary, unknown} = publication;
	const {replies, resolved, unresolved, reactions, comments, requested} = publication;
	const commits = target && `${target.before.slice(0, 10)}..${target.after.slice(0, 10)}`;
	const pushed = target ? [`Pushed ${target.repo} ${target.branch} ${commits}.`, ...notes] : [];
	if (isPlanned(publication)) {
		return [...pushed, `Threads: ${formatPlannedWrites(planned)} (planned).`, ...commentLines(summary?.text ?? null)];
	}
	const numbers = [
		count(replies, 'reply', 'replies'),
		`${resolved} resolved`,
		...(unresolved > 0 ? [`${unresolved} unresolved`] : []),
		...(reactions > 0 ? [count(reactions, 'reaction')] : []),
		...(comments > 0 ? [count(comments, 'summary comment')] : []),
		...(requested > 0 ? [`${count(requested, 'review')} requested`] : []),
		...(pending > 0 ? [`${count(pending, 'write')} left`] : []),
	];
	const isNone = replies + resolved + unresolved + reactions + comments + requested + pending === 0;
	const isQuiet = isNone && (target !== null || publication.stoppedBy !== null);
	const lost = formatUnknown(unknown);
	return [...pushed, ...(isQuiet ? [] : [`Threads: ${numbers.join(', ')}.`]), ...(lost === null ? [] : [lost])];
}

/** What may be on the pull request or not; null if nothing may. */
export function formatUnknown({commits, ...writes}: UnknownSteps): string | null {
	const steps = [...(commits > 0 ? [count(commits, 'commit')] : []), ...namedWrites(writes)];
	return steps.length === 0 ? null : `Unknown whether it arrived: ${steps.join(', ')}.`;
}

/** The summary comment that would be written. */
const commentLines = (text: string | null): string[] =>
	text === null ? [] : ['Would comment:', ...text.split('\n').map(line => (line === '' ? '' : `  ${line}`))];

/** Whether nothing is written yet: after a run, writes are left only if something stopped it. */
export const isPlanned = ({stoppedBy, pending}: NonNullable<ClosingReport['publication']>) =>
	stoppedBy === null && pending > 0;

/** `19 replies, 18 resolves, about 37 s`: GitHub allows a write a second. */
export function formatPlannedWrites(planned: WriteCounts): string {
	return `${namedWrites(planned).join(', ')}, about ${elapsed(1000 * sumOfWrites(planned))}`;
}

const namedWrites = ({replies, resolved, unresolved, reactions, comments, requested}: WriteCounts): string[] => [
	...(replies > 0 ? [count(replies, 'reply', 'replies')] : []),
	...(resolved > 0 ? [count(resolved, 'resolve')] : []),
	...(unresolved > 0 ? [count(unresolved, 'unresolve')] : []),
	...(reactions > 0 ? [count(reactions, 'reaction')] : []),
	...(comments > 0 ? [count(comments, 'summary comment')] : []),
	...(requested > 0 ? [count(requested, 'review request')] : []),
];
