import type {RepliesFor} from '../review/closing/thread-plan.ts';
import {type DeliveryTicks, deliveryTicks} from './delivery-ticks.ts';
import {choice, message, number, off, on, share, shellCommand, truthOr, unset} from './kind.ts';
import {row} from './setting.ts';

export const splits = ['one', 'reviewer', 'file', 'finding'] as const;

/** What goes into a commit of its own. */
export type SplitBy = (typeof splits)[number];

export const repliesFor = ['all', 'needed'] as const satisfies readonly RepliesFor[];

/** What a run does after writing is the user's choice alone: the project's file comes with the pull request. */
const afterWriting = {commands: ['apply', 'review', 'watch', 'fleet', 'mcp']} as const;

/** A fleet has no working trees, so that it can only refuse them. */
const ofVerify = {...afterWriting, group: 'verify', flagless: ['fleet']} as const;

const ofCommit = {...afterWriting, group: 'commit'} as const;

/** Settings for the steps after writing. None of them starts a step that leaves the machine: that takes a flag. */
export const deliveryRows = {
	verify: row({
		...ofVerify,
		...unset(shellCommand),
		key: 'verify',
		flag: '--verify',
		help: 'run this on the changes, and revert those that break it',
	}),
	verifyTimeout: row({
		...ofVerify,
		key: 'verify_timeout',
		kind: number('<s>', {from: 1, to: 86_400, unit: ' (seconds)'}),
		default: 600,
		help: 'limit one run of --verify or of a hook to this many seconds',
	}),
	verifyBudget: row({
		...ofVerify,
		key: 'verify_budget',
		kind: number('<s>', {from: 1, to: 86_400, unit: ' (seconds)'}),
		default: 3600,
		help: 'limit all runs of --verify to this many seconds',
	}),
	hooks: row<boolean | 'accept'>({
		...ofVerify,
		key: 'hooks',
		flag: '--hooks',
		kind: truthOr('accept'),
		default: false,
		help: 'run pre-commit, commit-msg and pre-push; accept: commit lines as reformatted',
	}),
	split: row<SplitBy>({
		...ofCommit,
		key: 'split',
		kind: choice('<by>', splits),
		default: 'one',
		help: 'split the commit by reviewer, file or finding',
	}),
	message: row({
		...ofCommit,
		...unset(message),
		key: 'message',
		flag: '--message',
		help: 'set the commit message; {count}, {files} and {number} are filled in',
	}),
	signoff: row({
		...ofCommit,
		...off,
		key: 'signoff',
		flag: '--signoff',
		help: 'add your Signed-off-by to the commit',
	}),
	coAuthors: row({
		...ofCommit,
		...on,
		key: 'co_authors',
		help: 'name the authors of suggestions as co-authors of the commit',
	}),
	replies: row<RepliesFor>({
		...afterWriting,
		group: 'publish',
		key: 'replies',
		kind: choice('<which>', repliesFor),
		default: 'all',
		help: 'reply in all threads; needed: list resolved ones in one comment instead',
	}),
	writeShare: row({
		group: 'publish',
		commands: ['apply', 'review', 'watch', 'undo', 'fleet', 'mcp'],
		forWrites: true,
		key: 'write_share',
		kind: share('<1/n>', 256),
		default: 1,
		help: "use one n-th of GitHub's limits on writes, because n jobs write at once",
	}),
	closing: row<DeliveryTicks>({
		group: 'publish',
		commands: ['review'],
		project: 'user-only',
		key: 'closing',
		member: 'commit',
		variable: null,
		kind: deliveryTicks,
		default: {},
		help: 'tick these steps in the dialog of the review, by name',
	}),
} as const;
