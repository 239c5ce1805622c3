import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import {parse} from 'yaml';
import {inParallel} from '../../source/system/in-parallel.ts';
import {evaluateExpression, evaluateTexts, evaluateValue, type WorkflowContexts} from './workflow-expressions.ts';
import {type Step as RunnerStep, runScript, runStep, type StepEnd} from './workflow-runner.ts';

type Step = {id?: string; uses?: string; with?: object; run?: string; env?: object};

type Job = {
	needs?: string;
	if?: string;
	strategy?: {matrix: unknown; 'max-parallel'?: number; 'fail-fast'?: boolean};
	uses?: string;
	with?: object;
	outputs?: object;
	steps?: readonly Step[];
};

export type WorkflowInit = {
	/** Paths of workflow files; those that are called are found by their names. */
	files: readonly string[];
	/** `github`, `vars` and `secrets`. */
	contexts: WorkflowContexts;
	/** What the steps of a job have besides; called for each job, which is on a machine of its own. */
	machine: () => Omit<RunnerStep, 'main' | 'inputs'>;
	/** Of the Action that stands for `OWNER/pr-resolve`. */
	main: RunnerStep['main'];
	/** What Actions return for their inputs, by `owner/name`; one for `OWNER/pr-resolve` is instead of `main`. */
	actions: Readonly<Record<string, (inputs: Readonly<Record<string, string>>) => Record<string, string>>>;
};

/** A step that ran. */
export type RanStep = StepEnd & {job: string; matrix: Readonly<Record<string, unknown>>};

/**
 * Runs a workflow as GitHub does: its jobs in the order of their needs, each once for every row of its matrix, in parallel, and in
 * each job its steps until one fails. Scripts are run by bash, and expressions are evaluated by GitHub's own package.
 */
export async function runWorkflow(path: string, init: WorkflowInit, inputs: object = {}): Promise<RanStep[]> {
	const {jobs} = parse(readFileSync(path, 'utf8')) as {jobs: Record<string, Job>};
	const ran: RanStep[] = [];
	const needs: Record<string, {result: string; outputs: object}> = {};
	const waiting = Object.entries(jobs).sort(
		([, a], [, b]) => Number(a.needs !== undefined) - Number(b.needs !== undefined),
	);
	for (const [name, job] of waiting) {
		const contexts = {...init.contexts, inputs, needs};
		const isReady = job.needs === undefined || needs[job.needs]?.result === 'success';
		if (!isReady || !isWanted(job.if, contexts)) continue;
		const {matrix, 'max-parallel': most = 256, 'fail-fast': failsFast = true} = job.strategy ?? {};
		let isCanceled = false;
		const ends = await inParallel(rowsOf(evaluateMatrix(matrix, contexts)), most, async matrix => {
			if (isCanceled) return {isDone: false, outputs: {}, ran: []};
			const end = await runJob(name, job, {...contexts, matrix}, init);
			isCanceled ||= failsFast && !end.isDone;
			return end;
		});
		ran.push(...ends.flatMap(end => end.ran));
		const result = ends.every(({isDone}) => isDone) ? 'success' : 'failure';
		needs[name] = {result, outputs: ends.at(-1)?.outputs ?? {}};
	}
	return ran;
}

const isWanted = (condition: string | undefined, contexts: WorkflowContexts): boolean =>
	condition === undefined || Boolean(evaluateExpression(condition.replace(/^\$\{\{|\}\}$/g, ''), contexts));

type Row = Record<string, unknown>;

const evaluateMatrix = (matrix: unknown, contexts: WorkflowContexts) =>
	(evaluateValue(matrix, contexts) ?? {include: [{}]}) as {include?: Row[]} & Record<string, unknown[]>;

/** The rows of `include`, or of the lists that stand beside each other. @throws where GitHub refuses it */
function rowsOf({include, ...lists}: {include?: Row[]} & Record<string, unknown[]>): Row[] {
	const rows = Object.entries(lists).reduce<Row[]>(
		(rows, [name, values]) => rows.flatMap(row => values.map(value => ({...row, [name]: value}))),
		include ?? [{}],
	);
	if (rows.length === 0 || rows.length > 256) throw new Error(`A matrix of ${rows.length} rows is refused.`);
	return rows;
}

type JobEnd = {isDone: boolean; outputs: object; ran: RanStep[]};

async function runJob(
	name: string,
	job: Job,
	given: WorkflowContexts & {matrix: Row},
	init: WorkflowInit,
): Promise<JobEnd> {
	if (job.uses !== undefined) {
		const called = init.files.find(file => basename(file) === basename(job.uses!.split('@')[0]!));
		if (called === undefined) throw new Error(`There is no workflow ${job.uses}.`);
		const ran = await runWorkflow(called, init, evaluateTexts(job.with, given));
		return {isDone: ran.every(({code}) => code === 0), outputs: {}, ran};
	}
	const steps: Record<string, {outputs: object}> = {};
	const contexts = {...given, steps};
	const machine = init.machine();
	const ran: RanStep[] = [];
	for (const step of job.steps ?? []) {
		const end = await runOne(step, contexts, {...init, machine});
		if (step.id !== undefined) steps[step.id] = {outputs: end.outputs};
		if ('code' in end) ran.push({...end, job: name, matrix: given.matrix});
		if ('code' in end && end.code !== 0) return {isDone: false, outputs: {}, ran};
	}
	return {isDone: true, outputs: evaluateTexts(job.outputs, contexts), ran};
}

function runOne(
	{uses, run, env, with: inputs}: Step,
	contexts: WorkflowContexts,
	{machine, main, actions}: Omit<WorkflowInit, 'machine'> & {machine: ReturnType<WorkflowInit['machine']>},
): Promise<StepEnd> | {outputs: object} {
	const given = {...machine, env: {...machine.env, ...evaluateTexts(env, contexts)}};
	if (run !== undefined) return runScript(run, given);
	const name = uses?.split('@')[0] ?? '';
	const texts = evaluateTexts(inputs, contexts);
	if (actions[name]) return {outputs: actions[name](texts)};
	if (name !== 'OWNER/pr-resolve') throw new Error(`There is no Action ${name}.`);
	return runStep({...given, main, inputs: texts});
}
