import * as z from 'zod/mini';
import type {CommitOrder} from '../../../code-host/commit-order.ts';
import type {Refusal} from '../../request.ts';
import {commitDocuments} from './commit-documents.ts';
import {gitRequest} from './git-objects.ts';
import {neededBy} from './refused-commit.ts';
import type {CommitTools} from './tried-commit.ts';

/**
 * Moves a branch from the expected commit to a new one. Servers without `updateRefs` only check that the new commit is a
 * descendant, which it is of no other head. @param repository node id @throws the signal's reason
 */
export async function moveBranch(
	order: CommitOrder,
	{repository, commit}: {repository: string; commit: string},
	{writer, pace}: CommitTools,
): Promise<Refusal | null> {
	const {branch, expected, files} = order;
	const query = {
		document: commitDocuments.move,
		variables: {
			repository,
			update: {name: `refs/heads/${branch}`, beforeOid: expected, afterOid: commit, force: false},
		},
		shape: z.object({}),
		required: ['updateRefs'],
		subject: {repository: order.repository},
		needs: neededBy(files),
	};
	const moved = await pace.send(() => writer.tryQuery(query));
	if (!('failure' in moved)) return null;
	if (!moved.errors.some(({message}) => isUnknownField.test(message))) return moved;
	const ref = ['refs', 'heads', ...branch.split('/')].map(encodeURIComponent).join('/');
	const request = gitRequest(order, 'PATCH', ref, {sha: commit, force: false});
	const patched = await pace.send(() => writer.tryRest(request));
	return 'failure' in patched ? patched : null;
}

/** How a server that is older than the mutation refuses it. */
const isUnknownField = /doesn't exist on type|isn't a defined input type|Cannot query field|Unknown type/;
