import * as z from 'zod/mini';
import type {Association} from '../review/comment.ts';
import {namesOf} from '../system/by-name.ts';

/** Names from GitHub's schema, each with ours. */
function vocabulary<const Words extends Readonly<Record<string, string>>>(words: Words) {
	type Name = keyof Words & string;
	const names = Object.keys(words) as Name[];
	return {
		/** Parses GitHub's name into ours. */
		shape: z.pipe(
			z.enum(names),
			z.transform((name): Words[Name] => words[name]),
		),
		nameOf: (word: Words[Name]): Name | undefined => names.find(name => words[name] === word),
	};
}

export const sides = vocabulary({LEFT: 'old', RIGHT: 'new'});

export const subjects = vocabulary({LINE: 'lines', FILE: 'file'});

export const commentStates = vocabulary({PENDING: 'pending', SUBMITTED: 'submitted'});

export const reviewStates = vocabulary({
	PENDING: 'pending',
	COMMENTED: 'commented',
	APPROVED: 'approved',
	CHANGES_REQUESTED: 'changes-requested',
	DISMISSED: 'dismissed',
});

export const pullRequestStates = vocabulary({OPEN: 'open', CLOSED: 'closed', MERGED: 'merged'});

export const changeTypes = vocabulary({
	ADDED: 'added',
	CHANGED: 'changed',
	COPIED: 'copied',
	DELETED: 'deleted',
	MODIFIED: 'modified',
	RENAMED: 'renamed',
});

/** GitHub's `StatusState`. */
export const checkStates = vocabulary({
	SUCCESS: 'passed',
	FAILURE: 'failed',
	ERROR: 'failed',
	PENDING: 'running',
	EXPECTED: 'running',
});

/** GitHub's `CommentAuthorAssociation`, and whether it is a role. */
const associations = {
	OWNER: true,
	MEMBER: true,
	COLLABORATOR: true,
	CONTRIBUTOR: true,
	FIRST_TIME_CONTRIBUTOR: false,
	FIRST_TIMER: false,
	MANNEQUIN: false,
	NONE: false,
};

export const association = (name: keyof typeof associations): Association => ({name, isRole: associations[name]});

export const associationShape = z.pipe(z.enum(namesOf(associations)), z.transform(association));

/** Roles with write access, each with all that the ones before it may. */
export const writingRoles = ['write', 'maintain', 'admin'] as const;

export type WritingRole = (typeof writingRoles)[number];

/** Whether a role includes another one: `write`, as REST names it, or `WRITE`, as GraphQL does. */
export const roleIncludes = (role: string, least: WritingRole) =>
	writingRoles.some((name, rank) => name === role.toLowerCase() && rank >= writingRoles.indexOf(least));

/** Whether a role includes write access. */
export const mayWriteAs = (role: string) => roleIncludes(role, 'write');
