import type {Plan, Ruling} from '../../resolve/decide.ts';
import type {Decision} from '../../resolve/decision.ts';
import {settledRulings} from '../../resolve/limit-plan.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isPushed} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Analysis} from '../analyze.ts';
import type {Asker} from '../asking/asker.ts';
import type {WaitForCircuit} from '../asking/circuit-wait.ts';
import type {FilesNow} from '../undo/restoration.ts';

/** A run that a session wrote: the plan that it carried out, and what of it stands. */
export type OwnRun = {
	id: string;
	/** Paths of the files that hold what it wrote. */
	files: readonly string[];
	isCommitted: boolean;
	/** Whether it is on the pull request, where only `undo --publish` reverts it. */
	isPushed: boolean;
	/** Those that are settled by it. */
	rulings: readonly Ruling[];
	/** The plan as it was written, and what that was made from: the files are as they were before it. */
	written: {analysis: Analysis<Repository>; plan: Plan};
};

/** What became of changes that were taken out of the files again, by their ids. */
export type TakenOut = ReadonlyMap<string, Pick<Ruling, 'outcome' | 'reason' | 'isAnswered'>>;

/** The same, and the decisions that they were written by. */
export type Dropped = {changes: TakenOut; decisions: readonly Decision[]};

export type OwnRuns = ReturnType<typeof makeOwnRuns>;

/** The runs of a session, the latest last; those that were taken back, here or elsewhere, are not among them. */
export function makeOwnRuns() {
	let runs: readonly OwnRun[] = [];
	let dropped: Dropped = {changes: new Map(), decisions: []};
	return {
		all: () => runs,
		add(run: Pick<OwnRun, 'id' | 'files' | 'isCommitted' | 'isPushed'>, written: OwnRun['written']): void {
			const {plan, analysis} = written;
			const rulings = analysis.only ? settledRulings(plan, analysis.only) : plan.rulings;
			runs = [...runs, {...run, rulings, written}];
		},
		/**
		 * Changes of a run were taken out of the files again.
		 * @param isFault whether that is their fault: then they are not planned again until a person decides so
		 */
		drop(id: string, changes: TakenOut, isFault: boolean): void {
			runs = runs.map(run => (run.id === id ? without(run, changes) : run));
			if (!isFault) return;
			const {decisions = []} = runs.find(run => run.id === id)?.written.analysis ?? {};
			dropped = {changes: new Map([...dropped.changes, ...changes]), decisions: [...dropped.decisions, ...decisions]};
		},
		dropped: () => dropped,
		/** Compares them with the journal and the files. */
		async look(inspect: FilesNow['inspect'], journal: Journal): Promise<void> {
			const records = new Map((await journal.list()).map(record => [record.id, record]));
			const found = await Promise.all(
				runs.map(async (run): Promise<OwnRun[]> => {
					const record = records.get(run.id);
					if (!record || record.state === 'broken' || record.state === 'undone') return [];
					const files = await pathsOfRun(record, inspect);
					const isCommitted = storedCommitsOf(record).length > 0;
					return files.length > 0 ? [{...run, files, isCommitted, isPushed: isPushed(record)}] : [];
				}),
			);
			runs = found.flat();
		},
	};
}

/** The run as if it had never written these changes. */
function without(run: OwnRun, changes: TakenOut): OwnRun {
	const {analysis, plan} = run.written;
	const stays = ({proposal}: Ruling) => !changes.has(proposal.change.id);
	const written = {analysis, plan: {...plan, rulings: plan.rulings.filter(stays)}};
	return {...run, written, rulings: run.rulings.filter(stays)};
}

/** The files that still have changes of a run: edited ones too, unless an undo has found the edit. */
async function pathsOfRun(run: Run, inspect: FilesNow['inspect']): Promise<string[]> {
	const isWhole = run.state === 'done';
	const states = await inspect(run);
	return states.flatMap(({file: {path}, state}) =>
		state === 'after' || (state === 'edited' && isWhole && run.written.includes(path)) ? [path] : [],
	);
}

export type Consent = 'given' | 'refused' | 'open';

/** What consecutive sessions on the same pull request share. */
export type Continuity = {
	/** Null if no model is on. */
	asker: Asker | null;
	/** Whether the user confirmed that all findings may be sent to a model; `open`: not answered yet. */
	consent: Consent;
	/** After an open circuit refused the first questions. Default: the setting decides. */
	waitForCircuit?: WaitForCircuit;
	own: OwnRuns;
};
