import * as z from 'zod/mini';
import type {LineEdit} from '../resolve/text.ts';
import type {ThreadHeard} from '../review/answers.ts';
import {countShape} from '../system/shape.ts';

/** An account on the code host, for a commit trailer. */
export type Suggester = {login: string; databaseId: number; isBot: boolean};

/** Edits of one file that a commit has together or not at all. */
export type RunEdit = {
	path: string;
	/** Ids of the changes that they make, and of the findings that ask for these. */
	changes: string[];
	findings: string[];
	/** Login of the first reviewer; null for a deleted account. */
	reviewer: string | null;
	/** Authors of the code. */
	suggesters: Suggester[];
	/**
	 * The threads that ask for it, with the comments that were read: what stands below a suggestion there does not hold it
	 * back any more. Absent if no thread does.
	 */
	heard?: ThreadHeard[];
	/** Ids of those of the changes that are your own edits, not what was proposed. */
	decided: string[];
	/** Ids of the changes of another run that they revert. Absent if they revert none as a whole. */
	reverts?: string[];
	/** Why no commit and no push takes it: a person has declined it since it was written. Absent if nobody has. */
	declined?: string;
	/** In the order of the file; they count its lines before the run. */
	edits: LineEdit[];
	/** What a hook has made of it; absent if none changed its lines. */
	reformatted?: Reformatted;
};

export type Reformatted = {
	/** Ids of those of the changes whose lines it altered, not only lines next to them. */
	changes: string[];
	/** Ids of the findings that ask for those. */
	findings: string[];
	/** Whether it may be committed like that. */
	isAccepted: boolean;
	/** The edits as they were before. */
	written: LineEdit[];
};

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

export const runEditShape: z.ZodMiniType<RunEdit> = z.object({
	path: z.string(),
	changes: z.array(z.string()),
	findings: z.array(z.string()),
	reviewer: z.nullable(z.string()),
	suggesters: z.array(z.object({login: z.string(), databaseId: countShape, isBot: z.boolean()})),
	heard: z.exactOptional(z.array(heardShape)),
	decided: z.array(z.string()),
	reverts: z.exactOptional(z.array(z.string())),
	declined: z.exactOptional(z.string()),
	edits: z.array(lineEditShape),
	reformatted: z.exactOptional(
		z.object({
			changes: z.array(z.string()),
			findings: z.array(z.string()),
			isAccepted: z.boolean(),
			written: z.array(lineEditShape),
		}),
	),
});
