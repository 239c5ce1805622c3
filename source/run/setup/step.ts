import type {Block, Tone} from '../../document/document.ts';
import {type ExitCode, exitCodes} from '../../exit-code.ts';
import type {Remedy, Way} from '../../failure.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {endingOf, type ModelTroubleKind} from '../../llm/providers/trouble.ts';
import {widestOf} from '../../text/cells.ts';
import type {Check} from '../doctor/check.ts';

/** `checking`: only screens show it, of the first step to do while they check. */
export type StepStatus = 'todo' | 'checking' | 'ok' | 'warning' | 'needs-you' | 'failed';

/** How screens and texts show a status. */
export const statusWord = (status: StepStatus): string => status.replace('-', ' ');

/** What a status means to the reader of a report. */
export const statusTones: Readonly<Record<StepStatus, Tone>> = {
	todo: 'plain',
	checking: 'accent',
	ok: 'good',
	warning: 'warning',
	'needs-you': 'warning',
	failed: 'bad',
};

/** Whether the user can go on. `warning`: something works only in part. */
export const isPassed = ({status}: Pick<CheckStep, 'status'>) => status === 'ok' || status === 'warning';

/** One requirement. */
export type CheckStep = {
	id: string;
	/** The check, as a question. */
	title: string;
	status: StepStatus;
	/** The result; empty before the check. */
	detail: string;
	/** What to do or, for `ok`, a note; may be empty. Contains complete commands. */
	remedy: Remedy;
	/** What the wizard can do about it; `key`: let the user type one. */
	ways: readonly (Way | {kind: 'key'})[];
	/** The exit code of this step; 0 if everything works in spite of it. */
	exitCode: ExitCode;
};

/** A longer name moves its text to the right. */
const usualNameWidth = 8;

export const rowOfStep = ({id, title, status, detail, remedy}: CheckStep): Block => ({
	kind: 'rows',
	rows: [{labels: [{text: statusWord(status), tone: statusTones[status]}, id], texts: [detail || title, `${remedy}`]}],
	widths: [widestOf(Object.keys(statusTones)), usualNameWidth],
});

export const uncheckedStep = (id: string, title: string): CheckStep => ({
	id,
	title,
	status: 'todo',
	detail: '',
	remedy: '',
	ways: [],
	exitCode: 0,
});

/** Kinds of trouble that the user can fix at once. */
const mendable: ReadonlySet<ModelTroubleKind> = new Set([
	'authentication',
	'subscription',
	'quota',
	'not-installed',
	'model-missing',
]);

/** Joins facts, which may be sentences, into one line. */
export const joinFacts = (...facts: readonly string[]): string => {
	const told = facts.filter(Boolean);
	return told
		.map((fact, index) => (index < told.length - 1 ? fact.replace(/(?<![.,;:])[.,;:]+$/, '') : fact))
		.join(', ');
};

type Result = Pick<CheckStep, 'status' | 'detail' | 'remedy' | 'ways' | 'exitCode'>;

function settled(step: CheckStep, result: Result): CheckStep {
	const isKeyWanted = step.id === 'key' && result.status !== 'ok';
	return {...step, ...result, ways: isKeyWanted ? [...result.ways, {kind: 'key'}] : result.ways};
}

/** The step after a check of the provider. An earlier detail stays in front. */
export function withCheck(step: CheckStep, {status, detail, remedy, ways = [], trouble}: ProviderCheck): CheckStep {
	const help = remedy === '' ? {remedy: step.remedy, ways: step.ways} : {remedy, ways};
	const all = {detail: joinFacts(step.detail, detail), ...help};
	if (status !== 'failed') return settled(step, {...all, status: 'ok', exitCode: 0});
	return settled(step, {
		...all,
		status: isMendable(trouble, ways) ? 'needs-you' : 'failed',
		exitCode: exitCodes[endingOf(trouble)],
	});
}

/** A server that is not running needs the user, if the remedy shows how to start it. */
const isMendable = (trouble: ModelTroubleKind | null, ways: readonly Way[]) =>
	trouble !== null && (mendable.has(trouble) || (trouble === 'unreachable' && ways.length > 0));

/** The step after a check by doctor. */
export function withLine(step: CheckStep, {status, detail, remedy, ways = [], exitCode}: Check): CheckStep {
	const words = {ok: 'ok', warning: 'warning', failed: exitCode === exitCodes.failed ? 'failed' : 'needs-you'} as const;
	return settled(step, {status: status === 'skipped' ? 'todo' : words[status], detail, remedy, ways, exitCode});
}
