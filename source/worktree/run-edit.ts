import * as z from 'zod/mini';
import type {LineEdit} from '../resolve/text.ts';
import type {ThreadHeard} from '../review/answers.ts';
import {countShape} from '../system/shape.ts';

/** An account on the code host, for a commit trailer. */
const suggesterShape = z.object({login: z.string(), databaseId: countShape, isBot: z.boolean()});

export type Suggester = z.infer<typeof suggesterShape>;

/** JSON has no absent values in lists of fields, so an edit without known line ends has none. */
const lineEditShape: z.ZodMiniType<LineEdit> = z.object({
	from: countShape,
	to: countShape,
	lines: z.array(z.string()),
	ends: z.exactOptional(z.array(z.string())),
});

const heardShape: z.ZodMiniType<ThreadHeard> = z.object({
	thread: z.nullable(z.string()),
	comment: z.string(),
	comments: z.array(z.string()),
});

const reformattedShape = z.object({
	/** Ids of those of the changes whose lines it altered, not only lines next to them. */
	changes: z.array(z.string()),
	/** Ids of the findings that ask for those. */
	findings: z.array(z.string()),
	/** Whether it may be committed like that. */
	isAccepted: z.boolean(),
	/** The edits as they were before. */
	written: z.array(lineEditShape),
});

export type Reformatted = z.infer<typeof reformattedShape>;

/** Edits of one file that a commit has together or not at all. */
export const runEditShape = z.object({
	path: z.string(),
	/** Ids of the changes that they make, and of the findings that ask for these. */
	changes: z.array(z.string()),
	findings: z.array(z.string()),
	/** Login of the first reviewer; null for a deleted account. */
	reviewer: z.nullable(z.string()),
	/** Authors of the code. */
	suggesters: z.array(suggesterShape),
	/**
	 * The threads that ask for it, with the comments that were read: what stands below a suggestion there does not hold it
	 * back any more. Absent if no thread does.
	 */
	heard: z.exactOptional(z.array(heardShape)),
	/** Ids of those of the changes that are your own edits, not what was proposed. */
	decided: z.array(z.string()),
	/** Ids of the changes of another run that they revert. Absent if they revert none as a whole. */
	reverts: z.exactOptional(z.array(z.string())),
	/** Why no commit and no push takes it: a person has declined it since it was written. Absent if nobody has. */
	declined: z.exactOptional(z.string()),
	/** In the order of the file; they count its lines before the run. */
	edits: z.array(lineEditShape),
	/** What a hook has made of it; absent if none changed its lines. */
	reformatted: z.exactOptional(reformattedShape),
});

export type RunEdit = z.infer<typeof runEditShape>;
