import * as z from 'zod/mini';
import type {FileAtTip, UnknownTip} from '../review/comment.ts';
import {regularModes, treeEntryShape} from './root-files.ts';
import {maybe} from './shape.ts';

/** The tip of the default branch of a repository, with the file of what its team has declined for good. */
export const memoryShape = maybe(
	z.object({
		defaultBranchRef: maybe(
			z.object({
				name: z.string(),
				target: maybe(z.object({oid: z.string(), declined: maybe(treeEntryShape)})),
			}),
		),
	}),
);

/** Null if it was not asked for. */
export function toMemory(base: z.infer<typeof memoryShape>): FileAtTip | UnknownTip | null {
	if (base === undefined) return null;
	const {name, target} = base?.defaultBranchRef ?? {};
	if (name === undefined || !target) return {why: 'GitHub does not show the default branch'};
	return {branch: name, oid: target.oid, file: target.declined && fileOf(target.declined)};
}

function fileOf({mode, object}: z.infer<typeof treeEntryShape>): FileAtTip['file'] {
	if (!regularModes.includes(mode)) return {why: 'is not a regular file'};
	if (object?.isTruncated) return {why: 'is too large to be read'};
	return object?.text == null ? {why: 'is not a text file'} : {text: object.text};
}
