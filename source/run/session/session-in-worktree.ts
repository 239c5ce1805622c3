import {Failure} from '../../failure.ts';
import {settledRulings} from '../../resolve/limit-plan.ts';
import {inspect} from '../../worktree/inspect.ts';
import {openJournal} from '../../worktree/journal.ts';
import {locateFile} from '../../worktree/path.ts';
import type {Worktree} from '../../worktree/repository.ts';
import {apply} from '../apply.ts';
import type {Context} from '../context.ts';
import {lookAgain} from '../snapshot.ts';
import type {OwnRuns} from './own-runs.ts';
import {openSessionClosing} from './session-closing.ts';
import type {SessionPlace} from './session-place.ts';

/** A session that writes to the files here. */
export function sessionInWorktree(repository: Worktree, {own}: {own: OwnRuns}, context: Context): SessionPlace {
	const {root, records} = repository;
	const lookAtRuns = () => own.look(run => inspect(root, run), openJournal(records, context));
	return {
		lookAtRuns,
		// Ignores the signal, because the result must be reported even after an abort.
		async lookAgain(ground) {
			await lookAtRuns();
			return {...ground, snapshot: await lookAgain(ground.snapshot, ground.readToday)};
		},
		async *write({analysis, plan}, signal) {
			const inTree = {...analysis, repository};
			const id = yield* apply(inTree, plan, {...context, signal});
			const {decisions, snapshot, only = null} = analysis;
			const rulings = only ? settledRulings(plan, only) : plan.rulings;
			const standing = {files: [], isCommitted: false, isPushed: false};
			if (id !== null) own.add({id, ...standing, rulings, decisions, only, snapshot, written: {analysis, plan}});
		},
		async locate(path) {
			const file = await locateFile(root, path);
			if (file.kind === 'safe') return file.path;
			throw new Failure('failed', 'not-openable', `Cannot open ${path}: ${file.reason}.`);
		},
		closing: look => openSessionClosing({own, look, repository}, context),
	};
}
