import {type ExitCode, exitCodes} from '../../exit-code.ts';
import type {Failure} from '../../failure.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {endingOf, type ModelTroubleKind} from '../../llm/providers/trouble.ts';
import type {Way} from '../../way.ts';
import type {Check} from '../doctor/check.ts';

export type StepStatus = 'todo' | 'checking' | 'ok' | 'needs-you' | 'failed';

/** As screens and texts show it. */
export const statusWords: Readonly<Record<StepStatus, string>> = {
	todo: 'todo',
	checking: 'checking',
	ok: 'ok',
	'needs-you': 'needs you',
	failed: 'failed',
};

/** One thing that setting up takes. */
export type CheckStep = {
	id: string;
	/** What is checked, as a question. */
	title: string;
	status: StepStatus;
	/** What came of it; empty until then. */
	detail: string;
	/** What to do; beside `ok`, what one should know. Empty where there is nothing. Commands stand in it in full. */
	remedy: string;
	/** What the wizard can do about it; `key`: let the person type one. */
	ways: readonly (Way | {kind: 'key'})[];
	/** Of the exit codes; 0 where it does not keep anything from working. */
	exitCode: ExitCode;
};

export const todo = (id: string, title: string): CheckStep => ({
	id,
	title,
	status: 'todo',
	detail: '',
	remedy: '',
	ways: [],
	exitCode: 0,
});

/** What a program reports that is about to be used: a person can do something about these, at once. */
const mendable: ReadonlySet<ModelTroubleKind> = new Set([
	'authentication',
	'subscription',
	'quota',
	'not-installed',
	'model-missing',
]);

/** Several facts in one line; each may be a sentence of its own. */
export const joined = (...facts: readonly string[]): string => {
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

/** The step after a check of the provider. What was said about it before stays in front. */
export function withCheck(step: CheckStep, {status, detail, remedy, ways = [], trouble}: ProviderCheck): CheckStep {
	const help = remedy === '' ? {remedy: step.remedy, ways: step.ways} : {remedy, ways};
	const all = {detail: joined(step.detail, detail), ...help};
	if (status !== 'failed') return settled(step, {...all, status: 'ok', exitCode: 0});
	return settled(step, {
		...all,
		status: isMendable(trouble, ways) ? 'needs-you' : 'failed',
		exitCode: exitCodes[endingOf(trouble)],
	});
}

/** A server that is not there is the person's to start where the remedy says how. */
const isMendable = (trouble: ModelTroubleKind | null, ways: readonly Way[]) =>
	trouble !== null && (mendable.has(trouble) || (trouble === 'unreachable' && ways.length > 0));

/** The step after trouble that ends it. */
export function withFailure(step: CheckStep, {kind, message, remedy, ways, exitCode}: Failure): CheckStep {
	const status = kind === 'usage' || kind === 'authentication' ? 'needs-you' : 'failed';
	return settled(step, {status, detail: message, remedy, ways, exitCode});
}

/** The step after a check of the doctor's. */
export function withLine(step: CheckStep, {status, detail, remedy, ways = [], exitCode}: Check): CheckStep {
	const words = {ok: 'ok', warning: 'ok', failed: exitCode === exitCodes.failed ? 'failed' : 'needs-you'} as const;
	return settled(step, {status: status === 'skipped' ? 'todo' : words[status], detail, remedy, ways, exitCode});
}
