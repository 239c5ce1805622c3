import type {Context} from '../../run/context.ts';
import {commitsOf} from '../../worktree/commit/commit-step.ts';
import {openJournal} from '../../worktree/journal.ts';
import {openSteps} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Reverting, Step} from '../step.ts';
import {isHostStep} from '../steps/table.ts';
import {continuePublication} from './continue-publication.ts';
import {preparePublication, previewPublication, publish} from './publish.ts';
import {revertThreads} from './revert-threads.ts';

/** Makes a commit of the run that reverts readable, which is on the pull request. */
type Fetch<At extends Repository> = (commit: string, reverting: Reverting<At>, context: Context) => Promise<void>;

/**
 * Says in the threads what is true on the head of the pull request, which is the same in every place.
 * @param fetch absent: the place has its commits
 */
export const answer = <At extends Repository>(fetch?: Fetch<At>): Step<At> => ({
	name: 'publish',
	isAsked: request => request.publish !== null,
	async *preview(delivery, _, context) {
		const {publish: asked} = delivery.request;
		if (asked) yield* previewPublication(delivery, asked, context);
	},
	intend: preparePublication,
	async *take(delivery, context) {
		const {publish: asked} = delivery.request;
		if (asked) yield* publish(delivery, asked, context);
	},
	resume: ({run, site, pushed}) =>
		openSteps(run).some(isHostStep) ? context => continuePublication(site, run.id, pushed(), context) : null,
	revert: reverting =>
		async function* (context) {
			const {run, site, keep} = reverting;
			const {repository, target, runId: by} = site;
			const made = commitsOf(await openJournal(repository.records, context).read(by));
			const commit = made.at(-1)?.oid;
			if (commit === undefined) return;
			await fetch?.(commit, reverting, context);
			keep(yield* revertThreads({run, by, commit, target}, repository, context));
		},
});
