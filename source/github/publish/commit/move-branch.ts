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
	await pace.turn();
	const moved = await writer.tryQuery({
		document: commitDocuments.move,
		variables: {
			repository,
			update: {name: `refs/heads/${branch}`, beforeOid: expected, afterOid: commit, force: false},
		},
		shape: z.object({}),
		required: ['updateRefs'],
		subject: {repository: order.repository},
		needs: neededBy(files),
	});
	if (!('failure' in moved)) return null;
	if (!moved.errors.some(({message}) => isUnknownField.test(message))) return moved;
	const ref = ['refs', 'heads', ...branch.split('/')].map(encodeURIComponent).join('/');
	const patched = await writer.tryRest(gitRequest(order, 'PATCH', ref, {sha: commit, force: false}));
	return 'failure' in patched ? patched : null;
}

/** How a server that is older than the mutation refuses it. */
const isUnknownField = /doesn't exist on type|isn't a defined input type|Cannot query field|Unknown type/;
