import {addressedIn} from '../review/closing/addressed.ts';
import type {DeliveryProgress, DeliveryStep, DeliveryStop} from '../run/events.ts';
import {elapsed} from '../text/figures.ts';
import {count, sentences, someNames} from '../text/sentences.ts';
import type {LeftEdit} from '../worktree/commit/gather.ts';
import {noWrites, sumOfWrites, type UnknownSteps, type WriteCounts} from '../worktree/run-effects.ts';
import {nameRuns} from '../worktree/run-id.ts';
import {hookLines} from './hooks/hook-lines.ts';
import type {Publication} from './publish/published.ts';
import type {DeliveryReport} from './publish/report-publication.ts';
import {otherReplies} from './steps/reply.ts';
import {queued} from './steps/table.ts';
import {type DeliveryLine, formatTrial, formatWrites} from './verify/verification-lines.ts';

const inTone =
	(tone: DeliveryLine['tone']) =>
	(text: string): DeliveryLine => ({text, tone});
const plain = inTone('plain');
const open = inTone('warning');

/** What came of the steps after the verification; no line if none was taken. */
export const deliveryLines = ({
	hooks,
	commits,
	committedOn,
	committedRuns,
	uncommitted,
	publication,
	stops,
}: DeliveryReport): DeliveryLine[] => [
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

function publicationLines(publication: DeliveryReport['publication']): string[] {
	if (!publication) return [];
	const {target, notes, pending, planned, repliesWith, summary, unknown} = publication;
	const commits = target && `${target.before.slice(0, 10)}..${target.after.slice(0, 10)}`;
	const pushed = target ? [`Pushed ${target.repo} ${target.branch} ${commits}.`, ...notes] : [];
	if (isPlanned(publication)) {
		const writes = formatPlannedWrites({planned, repliesWith});
		return [...pushed, `Threads: ${writes} (planned).`, ...commentLines(summary?.text ?? null)];
	}
	const numbers = [...writeWords(publication, alwaysTold), ...(pending > 0 ? [`${count(pending, 'write')} left`] : [])];
	const isNone = pending === 0 && writeWords(publication).length === 0;
	const isQuiet = isNone && (target !== null || publication.stoppedBy !== null);
	const lost = formatUnknown(unknown);
	return [...pushed, ...(isQuiet ? [] : [`Threads: ${numbers.join(', ')}.`]), ...(lost === null ? [] : [lost])];
}

/** Also if there is none. */
export const alwaysTold: readonly string[] = ['replies', 'resolved'];

/** Writes that took effect: `threads: 3 replies, 2 resolved`; nothing without any. @param always those that are named also then */
export function threadWords(counts: Partial<WriteCounts>, always: readonly string[] = []): string[] {
	const words = writeWords(counts, always);
	return words.length > 0 ? [`threads: ${words.join(', ')}`] : [];
}

const writeWords = (counts: Partial<WriteCounts>, always: readonly string[] = []): string[] =>
	Object.values(queued).flatMap(({count: {name, done}}) => {
		const number = counts[name] ?? 0;
		return number > 0 || always.includes(name) ? [done(number)] : [];
	});

/** What may be on the pull request or not; null if nothing may. */
export function formatUnknown({commits, ...writes}: UnknownSteps): string | null {
	const steps = [...(commits > 0 ? [count(commits, 'commit')] : []), ...namedWrites(writes)];
	return steps.length === 0 ? null : `Unknown whether it arrived: ${steps.join(', ')}.`;
}

/** The summary comment that would be written. */
const commentLines = (text: string | null): string[] =>
	text === null ? [] : ['Would comment:', ...text.split('\n').map(line => (line === '' ? '' : `  ${line}`))];

/** Whether nothing is written yet: after a run, writes are left only if something stopped it. */
export const isPlanned = ({stoppedBy, pending}: NonNullable<DeliveryReport['publication']>) =>
	stoppedBy === null && pending > 0;

/** `19 replies (2 with replies=needed), 18 resolves, about 37 s`: GitHub allows a write a second. */
export function formatPlannedWrites({planned, repliesWith}: Pick<Publication, 'planned' | 'repliesWith'>): string {
	const {replies, ...others} = planned;
	const note = otherReplies(replies, repliesWith);
	const words = replies > 0 || note !== '' ? [`${queued.reply.count.planned(replies)}${note}`] : [];
	return `${[...words, ...namedWrites({...noWrites, ...others})].join(', ')}, about ${elapsed(1000 * sumOfWrites(planned))}`;
}

/** Whom replies that a person wrote mention, and which commands they give, in words; empty for none. */
export function formatAddressed(texts: readonly string[]): string {
	const {mentions, commands} = addressedIn(texts.join('\n'));
	const called = mentions.length === 0 ? [] : [`mention ${someNames(mentions)}`];
	const given = commands.length === 0 ? [] : [`give ${count(commands.length, 'command')} (${someNames(commands)})`];
	const all = [...called, ...given];
	return all.length === 0 ? '' : `your replies ${all.join(' and ')}`;
}

const namedWrites = (writes: WriteCounts): string[] =>
	Object.values(queued).flatMap(({count: {name, planned}}) => (writes[name] > 0 ? [planned(writes[name])] : []));

/** What stopped a step after writing, and what to do about it, in lines. What git or a server wrote is set off. */
export function formatStop({message, remedy}: Pick<DeliveryStop, 'message' | 'remedy'>): string[] {
	const [first = '', ...written] = message.split('\n');
	if (written.length === 0) return sentences(first, remedy).split('\n');
	return [first, ...written.map(line => `  ${line}`), ...`${remedy}`.split('\n').filter(line => line !== '')];
}

/** The changes that were applied and not committed: a line for each file and reason, with the lines of the file. The paths are not escaped. */
export function formatUncommitted(uncommitted: readonly LeftEdit[]): string[] {
	const groups = Map.groupBy(uncommitted, ({path, reason}) => JSON.stringify([path, reason]));
	return [...groups.values()].flatMap(edits => {
		const [first] = edits;
		if (!first) return [];
		const {path, reason} = first;
		const lines = edits.map(({lines: {start, end}}) => (start === end ? `${start}` : `${start}-${end}`));
		const changes = new Set(edits.flatMap(edit => edit.changes)).size;
		const many = changes > 1 ? ` (${count(changes, 'change')})` : '';
		return `left uncommitted: ${path} ${[...new Set(lines)].join(', ')}${many}: ${reason}`;
	});
}

/** What a step after writing begins with. */
export const stepBeginnings: Record<DeliveryStep, string> = {
	verify: 'verifying',
	commit: 'committing',
	push: 'pushing to the pull request',
	publish: 'comparing the review threads with the pull request',
};

/** The step that is being taken, as far as it is. Foreign text in it is not escaped. */
export function formatStep({step, run, hook, writes}: DeliveryProgress): string {
	if (hook) return formatHook(hook);
	if (step === 'verify' && run) return `verify: ${formatTrial(run)}: ${run.command}`;
	if (step === 'publish' && writes) return `writing to the pull request: ${formatWrites(writes)}`;
	return stepBeginnings[step];
}

/** A hook that is run: `hook: pre-commit, 12 s`. */
export const formatHook = ({name, ms}: NonNullable<DeliveryProgress['hook']>): string =>
	`hook: ${name}, ${elapsed(ms)}`;
