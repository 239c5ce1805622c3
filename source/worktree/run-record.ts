import {parseJson} from '../system/json.ts';
import {hasFields, isAnything, isCount, isListOf, isOneOf, isText} from '../system/shape.ts';
import {isRefusalCode, type RefusalCode} from './refusal.ts';

const schema = 'pr-resolve/run@1';

const phases = ['writing', 'done', 'undoing', 'undone', 'partly-undone'] as const;

/** What a run's record says; a run that died says `writing` or `undoing` for ever. */
export type Phase = (typeof phases)[number];

/** What the caller wants remembered about a run. */
export type RunSummary = {
	/** For people: `owner/name#7`, or the name of a recording. */
	pullRequest: string;
	/** One line per change. */
	titles: string[];
	/** Whatever the caller needs to take the run back; stored as JSON. */
	details: unknown;
};

export type RunFile = {
	/** `/` separated, relative to the root of the work tree. */
	path: string;
	/** Permission bits before the run. */
	mode: number;
	/** SHA-256 of the content before and after, which are also the names of the images. */
	before: string;
	after: string;
};

/** A file that was left alone. */
export type Refused = {path: string; code: RefusalCode; reason: string};

export type RunRecord = RunSummary & {
	id: string;
	/** ISO 8601. */
	time: string;
	phase: Phase;
	/** Lock under which the run wrote last. */
	owner: string;
	files: RunFile[];
	/** Paths that were written; complete once the phase is past `writing`. */
	written: string[];
	refused: Refused[];
};

/** `interrupted`: the process that wrote or undid it is gone and did not come to the end. */
export type RunState = 'running' | 'interrupted' | 'done' | 'undone' | 'partly-undone';

export type Run = RunRecord & {state: RunState};

/** A folder that holds no readable record: written half when a process died (before any file changed), or damaged. */
export type BrokenRun = {id: string; state: 'broken'; reason: string};

export const formatRecord = (record: RunRecord) => `${JSON.stringify({schema, ...record}, null, '\t')}\n`;

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isRecord = hasFields<RunRecord & {schema: string}>({
	schema: isOneOf(schema),
	id: isText,
	time: isText,
	phase: isOneOf(...phases),
	owner: isText,
	pullRequest: isText,
	titles: isListOf(isText),
	details: isAnything,
	files: isListOf(hasFields<RunFile>({path: isText, mode: isCount, before: isHash, after: isHash})),
	written: isListOf(isText),
	refused: isListOf(hasFields<Refused>({path: isText, code: isRefusalCode, reason: isText})),
});

/** The record in a text; null where it is cut off, damaged or of another version. */
export function parseRecord(text: string): RunRecord | null {
	const value = parseJson(text);
	return isRecord(value) ? value : null;
}
