import type {CommitOrder} from '../../../code-host/commit-order.ts';
import {textAt} from '../../../system/json.ts';
import type {Refusal, RestRequest} from '../../request.ts';
import {badAnswer} from '../../trouble.ts';
import {type CommitTools, neededBy} from './refused-commit.ts';

/** An object that GitHub has stored: its id, and the whole response. */
export type StoredObject = {oid: string; data: unknown};

/** Stores an object of git on GitHub. @throws the signal's reason */
export type StoreObject = (what: 'blobs' | 'trees' | 'commits', body: object) => Promise<StoredObject | Refusal>;

/** A request to the Git Data API of the repository. @param path below `git/`, encoded */
export const gitRequest = (
	{repository, files}: CommitOrder,
	method: RestRequest['method'],
	path: string,
	body: object,
): RestRequest => ({
	...{method, body, subject: {repository}, needs: neededBy(files)},
	path: `/repos/${repository.split('/').map(encodeURIComponent).join('/')}/git/${path}`,
});

/** Objects are seen by nobody until a branch leads to them, so that the request for one may be repeated. */
export function openGitObjects(order: CommitOrder, {reader, pace}: CommitTools): StoreObject {
	return async (what, body) => {
		await (what === 'commits' ? pace.turn() : pace.part());
		const answered = await reader.tryRest(gitRequest(order, 'POST', what, body));
		if ('failure' in answered) return answered;
		const oid = textAt(answered.data, 'sha');
		if (oid !== '') return {oid, data: answered.data};
		return {failure: badAnswer(reader, 'an object without an id'), status: null, errors: []};
	};
}
