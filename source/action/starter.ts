import {exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {WritingRole} from '../github/vocabulary.ts';
import type {WorkflowHost} from '../github/workflow.ts';
import {formatRefusal, isRefusal} from '../review/closing/status-comment.ts';
import type {ActionResult} from './result.ts';
import type {StatusComments} from './status-comments.ts';
import type {StepPullRequest} from './step-pull-request.ts';
import type {CommandComment} from './trigger.ts';
import {type Command, commandHelp, plainCommand, readCommand} from './verbs.ts';

/** The comment that started a run, if one did, and what answers it. */
export type Starter = {
	/** What it asks for. @throws {Failure} `not-allowed` if its author may not start a run; usage `unknown-command` */
	admit: () => Promise<Command>;
	/** Shows below the comment that the run begins. */
	begin: () => Promise<void>;
	/** Shows there how it ended. */
	answer: (end: Pick<ActionResult, 'exitCode'> & {code: string | null}) => Promise<void>;
};

/** @param least the role that its author needs @param url of the workflow run; null if it is unknown */
export function starterOf(
	comment: CommandComment | null,
	least: WritingRole,
	location: StepPullRequest,
	{host, status, url}: {host: WorkflowHost; status: StatusComments; url: string | null},
): Starter {
	const nothing = async () => {};
	if (comment === null) return {admit: async () => plainCommand, begin: nothing, answer: nothing};
	// These are only a courtesy, and a token may lack the permission for them.
	const react: WorkflowHost['react'] = (...given) => host.react(...given).catch(() => {});
	return {
		async admit() {
			if (!(await host.hasRole(location, comment.login, least))) {
				const where = `${location.owner}/${location.name}`;
				const message = `${comment.login} may not start this: it needs the role ${least} in ${where}, and no such role was found.`;
				const remedy = 'Ask a person with that role to comment /pr-resolve.';
				throw new Failure('authentication', 'not-allowed', message, remedy);
			}
			return readCommand(comment.words);
		},
		begin: () => react(comment.id, 'EYES'),
		async answer({exitCode, code}) {
			const isDone = exitCode === exitCodes.done || exitCode === exitCodes.needsPerson;
			await react(comment.id, isDone ? 'ROCKET' : 'CONFUSED');
			if (code !== null && isRefusal(code)) await status.write('refusal', formatRefusal(code, commandHelp, url));
		},
	};
}
