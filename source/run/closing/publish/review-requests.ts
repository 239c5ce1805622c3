import type {Publisher, Standing} from '../../../code-host/publisher.ts';
import {isSameAccount} from '../../../review/closing/marker.ts';
import {hasFields, isListOf, isText} from '../../../system/shape.ts';
import type {Journal} from '../../../worktree/journal.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';
import type {ClosingStop} from '../../events.ts';
import {stopPublishing} from './publish-obstacle.ts';
import type {PlannedThread, Publication} from './published.ts';

/** Node ids of the people who requested changes and whose threads are all done or resolved. */
export function reviewersToRequest(
	{changesRequestedBy}: Standing,
	threads: readonly PlannedThread['now'][],
	published: Publication,
): string[] {
	return changesRequestedBy.flatMap(({id, login}) => {
		const own = threads.filter(({comments}) => {
			const author = comments[0]?.author ?? null;
			return author !== null && isSameAccount(author, login);
		});
		const areDone = own.every(thread => {
			const told = published.threads.get(thread.id);
			return thread.isResolved || told?.isResolved || (told !== undefined && !told.isOpen && told.isClosed);
		});
		return own.length > 0 && areDone ? [id] : [];
	});
}

type RequestStep = PublicationStep & {kind: 'request'; result: {people: string[]}};

const isPeople = hasFields<RequestStep['result']>({people: isListOf(isText)});

export const isRequestStep = (step: PublicationStep): step is RequestStep =>
	step.kind === 'request' && isPeople(step.result);

export const requestStep = (pullRequest: string, people: string[]): RequestStep => ({
	key: 'request',
	kind: 'request',
	target: pullRequest,
	state: 'intended',
	result: {people},
	reason: '',
});

/** Asks for another review. Doing it again changes nothing. Returns why it could not be done; null if it was. */
export async function requestReviews(
	step: RequestStep,
	{publisher, journal, run}: {publisher: Publisher; journal: Journal; run: string},
): Promise<ClosingStop | null> {
	await journal.recordStep(run, step);
	const written = await publisher.write({kind: 'request', pullRequest: step.target, people: step.result.people});
	if (written.kind === 'done') {
		await journal.recordStep(run, {...step, state: 'done'});
		return null;
	}
	const isOver = written.kind === 'gone' || written.kind === 'denied' || written.kind === 'rejected';
	const reason = written.kind === 'gone' ? 'the pull request no longer exists' : written.failure.message;
	if (isOver) await journal.recordStep(run, {...step, state: 'failed', reason});
	else if (written.kind === 'unknown') await journal.recordStep(run, {...step, state: 'unknown'});
	const remedy = isOver ? '' : 'Run: pr-resolve apply --continue';
	const ending = written.kind === 'denied' || written.kind === 'blocked' ? written.failure.kind : 'needsPerson';
	return stopPublishing('no-review-request', `No review was requested: ${reason}`, remedy, ending);
}
