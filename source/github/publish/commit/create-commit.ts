import * as z from 'zod/mini';
import type {CommitOrder, FileChange} from '../../../code-host/commit-order.ts';
import {maybe} from '../../shape.ts';
import {commitDocuments} from './commit-documents.ts';
import {type CommitTools, neededBy, refusedCommit, type TriedCommit} from './refused-commit.ts';

/** GitHub ends uploads after about six seconds; up to 5 MiB have always passed. */
const mostBase64 = 4_000_000;
const mostFiles = 400;

/** Whether the changes are small enough for `createCommitOnBranch`, which keeps the modes of files. */
export function fitsOneRequest(files: readonly FileChange[]): boolean {
	const size = files.reduce((sum, {content}) => sum + 4 * Math.ceil(content.length / 3), 0);
	return files.length <= mostFiles && size <= mostBase64;
}

const shape = z.object({
	createCommitOnBranch: z.object({
		commit: z.object({
			oid: z.string(),
			url: maybe(z.string()),
			signature: maybe(z.object({isValid: z.boolean()})),
		}),
	}),
});

export async function createCommit(order: CommitOrder, {writer, pace}: CommitTools): Promise<TriedCommit> {
	const {repository, branch, expected, message, files} = order;
	const [headline = '', ...body] = message.trimEnd().split('\n');
	const additions = files.map(({path, content}) => ({path, contents: content.toString('base64')}));
	const query = {
		document: commitDocuments.create,
		variables: {
			input: {
				branch: {repositoryNameWithOwner: repository, branchName: branch},
				expectedHeadOid: expected,
				message: {headline, body: body.join('\n').trim()},
				fileChanges: {additions},
			},
		},
		shape,
		required: ['createCommitOnBranch'],
		subject: {repository},
		needs: neededBy(files),
	};
	const answered = await pace.send(() => writer.tryQuery(query));
	if ('failure' in answered) return refusedCommit(answered, order, pace.until());
	const {oid, url, signature} = answered.data.createCommitOnBranch.commit;
	return {kind: 'made', oid, url, isSigned: signature?.isValid ?? false, via: 'api', note: null};
}
