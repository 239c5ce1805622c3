import * as z from 'zod/mini';
import {maybe} from '../shape.ts';
import {mayWriteAs} from '../vocabulary.ts';

export const headShape = z.object({
	isCrossRepository: z.boolean(),
	maintainerCanModify: z.boolean(),
	headRefName: z.string(),
	headRef: maybe(
		z.object({
			refUpdateRule: maybe(z.object({viewerCanPush: maybe(z.boolean()), requiresSignatures: maybe(z.boolean())})),
		}),
	),
	headRepository: maybe(
		z.object({
			nameWithOwner: z.string(),
			isArchived: z.boolean(),
			viewerPermission: maybe(z.string()),
			webCommitSignoffRequired: maybe(z.boolean()),
		}),
	),
});

/** @param ofBase the permission of the token's account in the repository of the pull request */
export function mayPushTo(
	{headRef, headRepository, isCrossRepository, maintainerCanModify}: z.infer<typeof headShape>,
	ofBase: string | null,
): boolean {
	if (headRepository === null) return false;
	const mayWrite =
		mayWriteAs(headRepository.viewerPermission ?? '') ||
		(isCrossRepository && maintainerCanModify && mayWriteAs(ofBase ?? ''));
	return mayWrite && headRef?.refUpdateRule?.viewerCanPush !== false;
}

/** Reviews that are not submitted. */
export const pendingShape = maybe(
	z.object({nodes: z.array(z.object({url: z.string(), viewerDidAuthor: z.boolean()}))}),
);

/** The address of that of the token's account; null if there is none. */
export const pendingReviewIn = (reviews: z.infer<typeof pendingShape>): string | null =>
	reviews?.nodes.find(({viewerDidAuthor}) => viewerDidAuthor)?.url ?? null;
