import type {TrialPurpose} from '../../resolve/verification.ts';
import type {DeliveryProgress} from '../../run/events.ts';
import {elapsed} from '../../text/figures.ts';
import {outputLines} from '../../text/program-output.ts';
import {count} from '../../text/sentences.ts';
import {formatEnd, type HeldBack, heldBackLines, type Verification} from './verification.ts';

/** A line for a person; foreign text in it is to be escaped. `warning`: something is left to do. */
export type DeliveryLine = {text: string; tone: 'plain' | 'good' | 'bad' | 'warning'};

/**
 * What running the user's command on the changes has shown, without its output. Foreign text in it is to be escaped.
 * @param nameOf names a change, by its id
 * @param where leads to the output of a failure
 */
export function verificationLines(
	{verification, heldBack}: {verification: Verification; heldBack: HeldBack | null},
	nameOf: (change: string) => string,
	where: string,
): DeliveryLine[] {
	const {
		command,
		state,
		reason,
		runs,
		confirming,
		seconds,
		failure,
		dropped,
		changedFiles,
		newFiles,
		otherFiles,
		tree,
	} = verification;
	const repeated = confirming > 0 ? `, ${confirming} of them to confirm` : '';
	const rows = [
		`${count(runs, 'run')} in ${elapsed(seconds * 1000)}${repeated}`,
		...dropped.map(change => `reverted: ${nameOf(change)}`),
		...(state === 'passed' && tree !== 'clean'
			? [`${others[tree]} what passed is not exactly what a commit of this run contains.`]
			: []),
		...(changedFiles.length > 0 ? [`left as they are now: ${changedFiles.join(', ')}`] : []),
		...(otherFiles.length > 0
			? [`changed while the command ran, left and not committed: ${otherFiles.join(', ')}; what passed needs them.`]
			: []),
		...(newFiles.length > 0 ? [`new since the command began, and left: ${newFiles.join(', ')}`] : []),
		...(state === 'passed' ? [] : heldBackLines(heldBack)),
		...(failure && !isQuietPass(failure)
			? [`${formatEnd(failure)}${failure.tail.trim() === '' ? ', without output' : where}`]
			: []),
	];
	const verdict = [verdicts[state], reason].filter(Boolean).join(', ');
	const tone = state === 'passed' ? 'good' : 'bad';
	return [{text: `${command}: ${verdict}`, tone}, ...rows.map(text => ({text, tone: 'plain'}) as const)];
}

/** A run that passed explains nothing, as where files were edited meanwhile. */
const isQuietPass = ({exitCode, tail}: NonNullable<Verification['failure']>) => exitCode === 0 && tail.trim() === '';

/** How many lines of output explain a failure; the log has the rest. */
const shownLines = 15;

/** The end of what a program wrote, for a person. */
export const lastLines = (tail: string): string[] =>
	outputLines(tail)
		.slice(-shownLines)
		.map(line => line.replaceAll('\t', '    '));

/** What a pass does not cover. */
const others = {
	'with other uncommitted edits': 'The working tree has other uncommitted changes, so',
	'of another commit': 'Another branch or commit is checked out by now, so',
	unknown: 'git could not read the state of the working tree; perhaps',
} as const;

const verdicts = {
	passed: 'passed',
	failed: 'failed',
	unsteady: 'no verdict',
	'baseline-fails': 'no verdict',
	unknown: 'no verdict',
	stopped: 'stopped',
	'not-run': 'not run',
} as const satisfies Record<Verification['state'], string>;

/** What a run of the command is on. */
const purposes: Record<TrialPurpose, (changes: string) => string> = {
	all: changes => `with ${changes}`,
	again: changes => `with ${changes} again`,
	without: () => 'without the changes',
	search: changes => `with ${changes}`,
	confirm: changes => `with ${changes} to confirm`,
};

/** A run of the command: `run 4 of about 10 with 12 changes`. */
export function nameTrial({number, of, changes, purpose}: Omit<NonNullable<DeliveryProgress['run']>, 'ms'>): string {
	const place = number > 1 ? `run ${number} of about ${of} ` : '';
	const what = changes > 0 ? count(changes, 'change') : 'the files as they are';
	return `${place}${purposes[purpose](what)}`;
}

/** The same while it goes on: `run 4 of about 10 with 12 changes, 38 s`. */
export const formatTrial = (run: NonNullable<DeliveryProgress['run']>): string =>
	`${nameTrial(run)}, ${elapsed(run.ms)}`;

/** Writes to a pull request that go on: `2 of 6, about 3 s left`. */
export function formatWrites({done, of, leftMs}: NonNullable<DeliveryProgress['writes']>): string {
	return `${done} of ${of}${leftMs > 1000 ? `, about ${elapsed(leftMs)} left` : ''}`;
}
