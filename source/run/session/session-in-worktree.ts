import {agreeToWrite} from '../../delivery/prompts.ts';
import {Failure} from '../../failure.ts';
import type {Policy} from '../../resolve/policy.ts';
import {describeMove, isSameCheckout, readCheckout} from '../../worktree/checkout.ts';
import {inspect} from '../../worktree/inspect.ts';
import {openJournal} from '../../worktree/journal.ts';
import {locateFile} from '../../worktree/path.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import {apply} from '../apply.ts';
import type {Context} from '../context.ts';
import {lookAgain} from '../files/snapshot.ts';
import {openWorktree} from '../worktree.ts';
import {changedFiles} from './outside.ts';
import type {OwnRuns} from './own-runs.ts';
import {openSessionDelivery, type Standing} from './session-delivery.ts';
import type {SessionPlace} from './session-place.ts';

/** A session that writes to the files here. */
export function sessionInWorktree(
	repository: Worktree,
	{policy, own}: {policy: Policy; own: OwnRuns},
	context: Context,
): SessionPlace {
	const {root, records} = repository;
	const standing: Standing = {on: repository};
	const lookAtRuns = () => own.look(run => inspect(root, run), openJournal(records, context));
	return {
		lookAtRuns,
		// Ignores the signal, because the result must be reported even after an abort.
		async lookAgain(ground) {
			await lookAtRuns();
			return {...ground, snapshot: await lookAgain(ground.snapshot, ground.readToday)};
		},
		async outside({snapshot, readToday}, signal) {
			const now = await readCheckout(gitOf(repository, {...context, signal, offline: true}));
			const moved = isSameCheckout(standing.on, now) ? null : describeMove(standing.on, now);
			return {files: await changedFiles(snapshot, readToday), moved};
		},
		async stand(signal) {
			standing.on = await openWorktree({...context, signal});
		},
		async *write({analysis, plan}, prompts, signal) {
			const world = {...context, signal};
			const write = () => apply({...analysis, repository: standing.on}, plan, world);
			let id: string | null;
			try {
				id = yield* write();
			} catch (error) {
				standing.on = await agreeToWrite(error, prompts, world);
				id = yield* write();
			}
			if (id !== null) own.add({id, files: [], isCommitted: false, isPushed: false}, {analysis, plan});
		},
		async locate(path) {
			const file = await locateFile(root, path);
			if (file.kind === 'safe') return file.path;
			throw new Failure('failed', 'not-openable', `Cannot open ${path}: ${file.reason}.`);
		},
		delivery: look => openSessionDelivery({policy, own, look, standing}, context),
	};
}
