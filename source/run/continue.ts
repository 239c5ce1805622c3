import type {AnswerSite} from '../delivery/answered/answers-since.ts';
import {takeAllAnswered} from '../delivery/answered/take-answered.ts';
import type {Prompts} from '../delivery/prompts.ts';
import {publishTargetOf} from '../delivery/publish/open-publishing.ts';
import {type DeliveryReport, reportDelivery, undoOf} from '../delivery/publish/report-publication.ts';
import {deliveryDetails} from '../delivery/record.ts';
import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import {continueWriting} from '../worktree/apply.ts';
import type {Run} from '../worktree/run-record.ts';
import type {Context} from './context.ts';
import type {RunEvent} from './events.ts';
import {readEffects, targetOf} from './records/journal.ts';
import {placeOf, type RunsHome} from './records/recorded-runs.ts';
import {endingsOf} from './report/ending.ts';
import {makeDriver} from './state.ts';
import type {Warning} from './warning.ts';

/** With what the steps after writing made of it, as in `pr-resolve/report@1`. */
export type ContinueReport = DeliveryReport & {
	schema: 'pr-resolve/continue@1';
	/** `undo` is null if nothing of it is left, or it only wrote to the pull request. */
	run: {id: string; undo: string | null};
	/** Paths that it gave their new content. */
	written: string[];
	refused: {path: string; reason: string}[];
	warnings: Warning[];
	exitCode: ExitCode;
};

type ContinueOptions = {
	/** Null if git may not ask in the terminal. */
	prompts: Prompts | null;
	/** Whether it takes what people have answered by now. */
	overObjections?: boolean;
	/** Whether what hooks make of its lines is committed, as if it had been asked for from the start. */
	acceptsHooks?: boolean;
	onEvent?: (event: RunEvent) => void;
};

/** Finishes a run: the files that it was writing, and its open steps after that. @throws {Failure} `locked`, `journal-damaged` */
export async function finishRun(
	run: Run,
	home: RunsHome,
	{prompts, overObjections = false, acceptsHooks = false, onEvent}: ContinueOptions,
	context: Context,
): Promise<ContinueReport> {
	const {id, written, refused, left} =
		run.state === 'interrupted' && home.kind === 'worktree'
			? await continueWriting({...targetOf(home.worktree, context), id: run.id})
			: {id: run.id, written: [], refused: [], left: []};
	const missed = [...refused, ...left.map(path => ({path, reason: 'interrupted before this file'}))];
	const driver = makeDriver(event => onEvent?.(event));
	const {state, tell} = driver;
	const take = async (site: AnswerSite) => {
		if (!overObjections) return;
		for (const warning of await takeAllAnswered(run, site, context)) tell({type: 'warning', warning});
	};
	const {resume} = await import('../delivery/step-runner.ts');
	const resumed = {run, stands: id !== null, pushed: () => state().pushed, acceptsHooks};
	if (home.kind === 'worktree') {
		const {inWorktree} = await import('../delivery/steps-in-worktree.ts');
		const number = deliveryDetails(run)?.number ?? null;
		const target = publishTargetOf(run.pullRequest);
		const site = {repository: home.worktree, runId: run.id, number, target, prompts};
		await take(site);
		await driver.follow(resume(inWorktree, {...resumed, site}, context));
	} else {
		const {onHost} = await import('../delivery/on-host/steps-on-host.ts');
		const {withHostSite} = await import('../delivery/on-host/with-host-site.ts');
		await withHostSite(run, home, context, async site => {
			await take(site);
			await driver.follow(resume(onHost, {...resumed, site}, context));
		});
	}
	const effects = await readEffects(run.id, placeOf(home), context);
	if (effects) tell({type: 'facts', facts: {effects}});
	const finished = id === null ? null : await home.journal.read(id);
	return {
		schema: 'pr-resolve/continue@1',
		run: {id: run.id, undo: finished && undoOf(finished)},
		written,
		refused: missed.map(({path, reason}) => ({path, reason})),
		warnings: state().warnings,
		...reportDelivery(state()),
		exitCode: exitCodeOf([...(missed.length === 0 ? [] : (['needsPerson'] as const)), ...endingsOf(state(), [])]),
	};
}
