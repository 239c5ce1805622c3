import * as z from 'zod/mini';
import {isStep, isStepKind, type PublicationStep} from '../delivery/steps/table.ts';
import {type JsonObject, listAt, textAt} from '../system/json.ts';
import type {RecordForm} from '../system/records.ts';
import {ifShaped} from '../system/shape.ts';
import {isRefusalCode, type RefusalCode} from './refusal.ts';
import {runEditShape} from './run-edit.ts';

const phases = ['writing', 'done', 'undoing', 'undone', 'partly-undone'] as const;

/** As the record has it; the record of an interrupted run stays at `writing` or `undoing`. */
export type Phase = (typeof phases)[number];

const hashShape = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const fileShape = z.object({
	/** `/` separated, relative to the root of the working tree. */
	path: z.string(),
	/** SHA-256 of the content before and after, also the names of the images. */
	before: hashShape,
	after: hashShape,
	/** Of the other contents that the run has written, one after the other, to verify parts of it. */
	trials: z.exactOptional(z.array(hashShape)),
});

export type RunFile = z.infer<typeof fileShape>;

/** A file as the record has it until something of the run has passed: continuing the run restores it, as undoing it does. */
export const onTrial = (file: RunFile): RunFile & {trials: string[]} => ({
	...file,
	after: file.before,
	trials: file.trials ?? [file.after],
});

/** False if a verification has left nothing of the run in it. */
export const isChanged = ({before, after}: RunFile) => before !== after;

/** A file that was not changed, and why. */
const refusedShape = z.object({path: z.string(), code: z.custom<RefusalCode>(isRefusalCode), reason: z.string()});

export type Refused = z.infer<typeof refusedShape>;

const recordShape = z.object({
	id: z.string(),
	/** ISO 8601. */
	time: z.string(),
	phase: z.enum(phases),
	/** Owner of the lock under which the run last wrote. */
	owner: z.string(),
	/** For people: `owner/name#7`, or the name of a recording. */
	pullRequest: z.string(),
	/** One line per change. */
	titles: z.array(z.string()),
	/** Whatever the caller needs to undo the run; stored as JSON. */
	details: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
	/** What a commit of the run is made from, in the order of the files. */
	edits: z.array(runEditShape),
	/** The steps after writing, in order: `intended` from the start if they were asked for. */
	publication: z.array(z.custom<PublicationStep>(isStep)),
	files: z.array(fileShape),
	/** Paths that were written; complete after phase `writing`. */
	written: z.array(z.string()),
	refused: z.array(refusedShape),
});

export type RunRecord = z.infer<typeof recordShape>;

/** The caller's part of the record. */
export type RunSummary = Pick<RunRecord, 'pullRequest' | 'titles' | 'details'> &
	Partial<Pick<RunRecord, 'edits' | 'publication'>>;

/** `interrupted`: the process that wrote or undid the run ended before it was done. */
export type RunStatus = 'running' | 'interrupted' | 'done' | 'undone' | 'partly-undone';

export type Run = RunRecord & {state: RunStatus};

/** A run without a readable record: it ended before any file changed, or the record is damaged or of another version. */
export type BrokenRun = {
	id: string;
	state: 'broken';
	reason: string;
	/** Null where there is no record. */
	form: 'older' | 'newer' | 'damaged' | null;
	/** Whether a newer version was writing or undoing it when it was last recorded. */
	isOpen?: boolean;
};

/** A newer version may add kinds of steps. */
const hasUnknownStep = (value: JsonObject) =>
	listAt(value, 'publication').some(step => textAt(step, 'kind') !== '' && !isStepKind(textAt(step, 'kind')));

export const runForm: RecordForm<RunRecord> = {
	kind: 'run',
	read: ifShaped(recordShape),
	isNewer: hasUnknownStep,
};
