import * as z from 'zod/mini';
import {severities} from '../../review/finding.ts';
import {byName} from '../../system/by-name.ts';
import {countShape} from '../../system/shape.ts';

/** What became of a finding at the last head of its pull request, in the order of the questions. */
export const findingClasses = [
	'undecidable',
	'taken',
	'partly',
	'changed',
	'declined',
	'answered',
	'untouched',
] as const;

export type FindingClass = (typeof findingClasses)[number];

/** Why nobody can tell what became of a finding. */
export const undecidableReasons = [
	'no lines',
	'deleted lines',
	'whole file',
	'file gone',
	'history lost',
	'lines lost',
	'changes nothing',
] as const;

export type Undecidable = (typeof undecidableReasons)[number];

/** Why a finding is not counted: it asks for nothing, nobody sees it, or its reviewer has said it before. */
export const notCounted = ['reply', 'remark', 'hidden', 'repeated'] as const;

export type NotCounted = (typeof notCounted)[number];

const textOrNull = z.nullable(z.string());

/** A finding that asks for something. It holds no text of a comment and no code, so it can be kept. */
export type CountedFinding = z.infer<typeof findingShape>;

const findingShape = z.object({
	id: z.string(),
	/** Address of its comment; null if unknown. */
	url: textOrNull,
	/** The short name of a bot, else the login of a person; `ghost` for a deleted account. */
	reviewer: z.string(),
	isBot: z.boolean(),
	severity: z.nullable(z.enum(severities)),
	/** Lower case; null if the reviewer states none. */
	category: textOrNull,
	/** `/` separated, as its reviewer saw it; null if it is on no file. */
	path: textOrNull,
	/** Whether it suggests code: only then it can be taken. */
	hasCode: z.boolean(),
	class: z.enum(findingClasses),
	/** Only with `undecidable`. */
	why: z.nullable(z.enum(undecidableReasons)),
	/** Both as ISO 8601; `answeredAt` is a person's first answer in its thread, null if there is none. */
	createdAt: textOrNull,
	answeredAt: textOrNull,
	/** How many other comments of the pull request repeat it. */
	repeats: countShape,
});

/** A pull request with what was counted in it. */
export type CountedPull = z.infer<typeof countedShape>;

export const countedShape = z.object({
	/** As in `PullRequest`. */
	host: z.string(),
	/** `owner/name` */
	repository: z.string(),
	number: countShape,
	url: z.string(),
	state: z.enum(['open', 'closed', 'merged']),
	/** ISO 8601. */
	createdAt: z.string(),
	updatedAt: z.string(),
	/** When it was merged or closed; null while it is open. */
	endedAt: textOrNull,
	headOid: textOrNull,
	/** Lines added and removed; null if the host did not send them. */
	changedLines: z.nullable(countShape),
	findings: z.array(findingShape),
	/** How many findings are not counted. Together with `findings` they are those of `analyze --include-resolved`. */
	notCounted: z.object(byName(notCounted, () => countShape)),
	/** Sentences on what the host did not send. */
	incomplete: z.array(z.string()),
});

/** Of the rules by which findings are counted. Raise it when another class or number can come out: what was kept by other rules is read again. */
export const countingRules = 1;

/** All that a report card is made of. */
export type StatsRead = {
	/** As their user wrote them. */
	scopes: readonly string[];
	/** ISO 8601: only pull requests that ended since then, and open ones that were opened since. */
	since: string;
	state: 'merged' | 'closed' | 'all';
	/** ISO 8601. */
	readAt: string;
	pulls: readonly CountedPull[];
	/** What could not be read: `owner/name`, `owner/name#7`, or an account; with why, as a sentence. */
	unread: readonly {name: string; why: string}[];
	/** Sentences on what the host did not list. */
	incomplete: readonly string[];
	/** Repositories that were read. */
	repositories: number;
};
