import * as z from 'zod/mini';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {EarlierWord} from '../../review/remembered.ts';
import {countShape, ifShaped} from '../../system/shape.ts';
import type {Context} from '../context.ts';
import {type KeptForm, openKept} from '../records/kept-file.ts';

/** What can be said of a finding. */
export const markKinds = ['fixed', 'declined', 'deferred'] as const;

const markShape = z.object({
	/** Id of the finding. */
	finding: z.string(),
	/** `fixed`: it was done in other lines than suggested; `deferred`: it is left to a person. */
	as: z.enum(markKinds),
	/** Null if none was given. */
	reason: z.nullable(z.string()),
	by: z.enum(['agent', 'person']),
	/** The mark is void if the comment's body has another hash. */
	bodyHash: z.string(),
	/** In milliseconds since the epoch. */
	at: countShape,
});

/** What a person or a coding agent says that it did or decided about a finding. */
export type Mark = z.infer<typeof markShape>;

type KeptMarks = {marks: Mark[]};

const marksForm: KeptForm<KeptMarks> = {
	kind: 'marks',
	read: ifShaped(z.object({marks: z.array(markShape)})),
	unkept: {code: 'decisions-unwritable', what: 'the mark', remedy: 'Make the folder writable.'},
};

/** The marks of a pull request. @param records absolute path of the folder with the records of runs */
export const openMarks = (records: string, on: PullRequest, context: Pick<Context, 'log'>) =>
	openKept(marksForm, records, on, context);

export const validMarks = (findings: readonly Finding[], kept: KeptMarks | null): Mark[] => {
	const hashes = new Map(findings.map(({id, bodyHash}) => [id, bodyHash]));
	return (kept?.marks ?? []).filter(({finding, bodyHash}) => hashes.get(finding) === bodyHash);
};

/** What marks decide: one that something was fixed decides nothing. */
export const wordsOfMarks = (marks: readonly Mark[]): EarlierWord[] =>
	marks.flatMap(({finding, as, reason, by, at}): EarlierWord[] =>
		as === 'fixed' ? [] : [{kind: as, ids: [finding], by: null, reason, at, ...(by === 'agent' && {isAgents: true})}],
	);
