import type {Location} from '../code-host/location.ts';
import {Failure} from '../failure.ts';
import type {WritingRole} from '../github/vocabulary.ts';
import type {WorkflowHost} from '../github/workflow.ts';
import type {CommandComment} from './trigger.ts';

/** The comment that started a run, if one did, and the reactions that answer it. */
export type Starter = {
	/** @throws {Failure} `not-allowed`, with a reaction, if its author may not start a run */
	admit: () => Promise<void>;
	/** Shows below the comment how the run ended. */
	answer: (isDone: boolean) => Promise<void>;
};

export function starterOf(
	comment: CommandComment | null,
	least: WritingRole,
	host: WorkflowHost,
	location: Location,
): Starter {
	if (comment === null) return {admit: async () => {}, answer: async () => {}};
	// A reaction is only a courtesy, and a token may lack the permission for it.
	const react: WorkflowHost['react'] = (...given) => host.react(...given).catch(() => {});
	const answer = (isDone: boolean) => react(comment.id, isDone ? 'ROCKET' : 'CONFUSED');
	return {
		async admit() {
			if (await host.hasRole(location, comment.login, least)) return react(comment.id, 'EYES');
			await answer(false);
			throw new Failure(
				'authentication',
				'not-allowed',
				`${comment.login} may not start this: it needs the role ${least} in ${location.owner}/${location.name}, and no such role was found.`,
				'Ask a person with that role to comment /pr-resolve.',
			);
		},
		answer,
	};
}
