import type {FoundPull} from '../../code-host/lists.ts';
import type {OnWait} from '../../code-host/port.ts';
import type {ProjectText} from '../../settings/resolve.ts';
import {openJournal} from '../../worktree/journal.ts';
import {nothingUnknown} from '../../worktree/run-effects.ts';
import {openSyntaxChecker} from '../../worktree/syntax/checker.ts';
import type {Asker} from '../asking/asker.ts';
import type {Context} from '../context.ts';
import {openStopOf, type RunEvent} from '../events.ts';
import {withHeadOf} from '../pull-request/open-head.ts';
import {makeReport} from '../report/make-report.ts';
import type {EndedRun, Report} from '../report/report.ts';
import {errorOf} from '../report/reported-error.ts';
import {takeRound} from '../round/round.ts';
import type {RoundQuestions, RoundRequest} from '../round/round-site.ts';
import {makeDriver, type RunState} from '../state.ts';
import type {RunWarning} from '../warning.ts';
import {entryOf, type FleetEntry, failedEntry} from './fleet-entry.ts';
import {type Seen, seenOf} from './fleet-record.ts';
import {recordedEnd, recordedRun, summaryWith} from './recorded-end.ts';

/** The run of each pull request. */
export type FleetRound = {
	/** By the settings file of its head; null if there is none. @throws {Failure} usage, of that file */
	roundAt: (project: ProjectText | null) => Promise<{round: RoundRequest; warnings: readonly RunWarning[]}>;
	/** Shared by all; null if no model is used. */
	asker: Asker | null;
	/** Called with what the run of a pull request tells. */
	onEvent: (event: RunEvent) => void;
};

export type TakenPull = {
	entry: FleetEntry;
	/** Ids of the findings that it has applied. */
	applied: readonly string[];
	/** Null if it did not come to its end. */
	seen: Seen | null;
	/** Null if the run did not come to its end. */
	run: EndedRun | null;
};

/**
 * Takes the run of a pull request, without a checkout.
 * @param applied ids of the findings that an earlier process has applied
 * @throws {Failure} if it cannot be found; the signal's reason
 */
export function takePull(
	pull: FoundPull,
	{roundAt, asker, onEvent}: FleetRound,
	applied: ReadonlySet<string>,
	context: Context,
): Promise<TakenPull> {
	const onWait: OnWait = wait => onEvent({type: 'wait', ...wait});
	return withHeadOf(namedOf(pull), onWait, context, async ({source, repository, project}) => {
		const {round, warnings} = await roundAt(project);
		const request = {...round.request, source};
		const checker = openSyntaxChecker({signal: context.signal, parsers: context.parsers});
		const driver = makeDriver(onEvent);
		try {
			for (const warning of warnings) driver.tell({type: 'warning', warning});
			const site = {repository, checker, driver, questions: noQuestions, asker};
			const {analysis} = await takeRound({...round, request}, site, context);
			const state = driver.state();
			const report = makeReport(state, () => analysis.snapshot, round.policy.mode);
			return {
				entry: entryAfter(pull, report, state, applied),
				applied: report.findings.flatMap(({id, outcome}) => (outcome === 'applied' ? id : [])),
				seen: state.pullRequest && seenOf(pull, state.pullRequest),
				run: {report, state},
			};
		} catch (error) {
			const failed = failedEntry(pull, error, context);
			const id = driver.state().recorded;
			const cut = id === null ? null : await recordedRun(id, openJournal(repository.records, context));
			if (cut === null) return {entry: failed, applied: [], seen: null, run: null};
			const recorded = recordedEnd(cut, false);
			const summary = summaryWith(new Set([...applied, ...recorded.applied]), []);
			const entry = {...failed, ...recorded.entry, summary};
			return {entry, applied: recorded.applied, seen: null, run: null};
		} finally {
			checker.close();
		}
	});
}

export const namedOf = ({host, owner, name, number}: FoundPull) => ({host, owner, repo: name, number});

/** Nothing of a fleet asks: it was confirmed as a whole. */
const noQuestions: RoundQuestions = {
	settle: async () => [],
	confirmCode: () => Promise.reject(new Error('a fleet runs no code')),
	waitForCircuit: null,
	confirm: async () => true,
	prompts: null,
};

function entryAfter(
	pull: FoundPull,
	report: Report,
	{pushed, stops}: RunState,
	applied: ReadonlySet<string>,
): FleetEntry {
	const {findings, exitCode, commits, publication, run} = report;
	const {headOid} = report.pullRequest;
	const stop = openStopOf(stops);
	return {
		...entryOf(pull, stop && stop.ending !== 'needsPerson' ? 'failed' : 'done'),
		headOid: pushed?.target.after ?? headOid ?? pull.headOid,
		summary: summaryWith(applied, findings),
		exitCode,
		commits: commits.map(({oid, headline}) => ({oid, headline})),
		replies: publication?.replies ?? 0,
		resolved: publication?.resolved ?? 0,
		unknown: publication?.unknown ?? nothingUnknown,
		run: run?.id ?? null,
		undo: run?.undo ?? null,
		error: stop ? errorOf(stop) : null,
	};
}
