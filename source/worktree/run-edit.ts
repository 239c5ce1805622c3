import type {LineEdit} from '../resolve/text.ts';
import type {ThreadHeard} from '../review/answers.ts';
import {
	hasFields,
	isBoolean,
	isCount,
	isEither,
	isListOf,
	isOneOf,
	isText,
	orNull,
	type Shape,
} from '../system/shape.ts';

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
const isLineEdit: Shape<LineEdit> = hasFields<Required<LineEdit>>({
	from: isCount,
	to: isCount,
	lines: isListOf(isText),
	ends: isEither(isOneOf(undefined), isListOf(isText)) as Shape<readonly string[]>,
});

const isHeard = hasFields<ThreadHeard>({thread: orNull(isText), comment: isText, comments: isListOf(isText)});

export const isRunEdit = hasFields<RunEdit>({
	path: isText,
	changes: isListOf(isText),
	findings: isListOf(isText),
	reviewer: orNull(isText),
	suggesters: isListOf(hasFields<Suggester>({login: isText, databaseId: isCount, isBot: isBoolean})),
	heard: isEither(isOneOf(undefined), isListOf(isHeard)) as Shape<RunEdit['heard'] & {}>,
	decided: isListOf(isText),
	reverts: isEither(isOneOf(undefined), isListOf(isText)) as Shape<string[]>,
	declined: isEither(isOneOf(undefined), isText) as Shape<string>,
	edits: isListOf(isLineEdit),
	reformatted: isEither(
		isOneOf(undefined),
		hasFields<Reformatted>({
			changes: isListOf(isText),
			findings: isListOf(isText),
			isAccepted: isBoolean,
			written: isListOf(isLineEdit),
		}),
	) as Shape<Reformatted>,
});
