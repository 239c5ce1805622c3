import {openSteps} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Step} from '../step.ts';
import {isHostStep} from '../steps/table.ts';
import {continuePublication} from './continue-publication.ts';
import {preparePublication, previewPublication, publish} from './publish.ts';

/** Says in the threads what is true on the head of the pull request, which is the same in every place. */
export const answer = <At extends Repository>(): Step<At> => ({
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
});
