import type {Ruling} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import {inspect} from '../worktree/inspect.ts';
import type {Journal} from '../worktree/journal.ts';
import type {Run} from '../worktree/run-record.ts';
import type {Snapshot} from './snapshot.ts';

/** A run that a session wrote: the plan that it carried out, and what of it stands. */
export type OwnRun = {
	id: string;
	/** Paths of the files that hold what it wrote. */
	files: readonly string[];
	rulings: readonly Ruling[];
	/** Those that the plan was made with. */
	decisions: readonly Decision[];
	/** Ids of the findings that it was limited to; null: it wrote everything planned. */
	only: ReadonlySet<string> | null;
	/** The files as they were before it. */
	snapshot: Snapshot;
};

/** The runs of a session, the latest last; those that were taken back, here or elsewhere, are not among them. */
export type OwnRuns = {
	all: () => readonly OwnRun[];
	add: (run: Omit<OwnRun, 'files'>) => void;
	/** Compares them with the journal and the files. @param root absolute path of the working tree */
	look: (root: string, journal: Journal) => Promise<void>;
};

export function makeOwnRuns(): OwnRuns {
	let runs: readonly OwnRun[] = [];
	return {
		all: () => runs,
		add(run) {
			runs = [...runs, {...run, files: []}];
		},
		async look(root, journal) {
			const records = new Map((await journal.list()).map(record => [record.id, record]));
			const found = await Promise.all(
				runs.map(async (run): Promise<OwnRun[]> => {
					const record = records.get(run.id);
					if (!record || record.state === 'broken' || record.state === 'undone') return [];
					const files = await pathsOfRun(root, record);
					return files.length > 0 ? [{...run, files}] : [];
				}),
			);
			runs = found.flat();
		},
	};
}

/** The files that still have changes of a run: edited ones too, unless an undo has found the edit. */
async function pathsOfRun(root: string, run: Run): Promise<string[]> {
	const isWhole = run.state === 'done';
	const states = await inspect(root, run);
	return states.flatMap(({file: {path}, state}) =>
		state === 'after' || (state === 'edited' && isWhole && run.written.includes(path)) ? [path] : [],
	);
}
