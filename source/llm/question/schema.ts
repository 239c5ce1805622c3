import type {z} from 'zod';
import type {JsonSchema} from '../providers/provider.ts';

const verdicts = ['change', 'no-change', 'cannot-tell'] as const;

const changeFields = {path: {type: 'string'}, old: {type: 'string'}, new: {type: 'string'}};

/** What an answer must look like. Bounds are not in it, because not all providers take them: {@link openShape} has them. */
export const answerSchema: JsonSchema = answerWith(changeFields);

/** The same where the model sees no file: each change says which lines of the file it replaces. */
export const answerWithLinesSchema: JsonSchema = answerWith({
	...changeFields,
	start_line: {type: 'integer'},
	end_line: {type: 'integer'},
});

export const schemaName = 'review_changes';

function answerWith(change: Record<string, JsonSchema>): JsonSchema {
	return object({
		explanation: {type: 'string'},
		verdict: {type: 'string', enum: verdicts},
		changes: {type: 'array', items: object(change)},
		confidence: {type: 'number'},
	});
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
	return {type: 'object', properties, required: Object.keys(properties), additionalProperties: false};
}

type Change = {path: string; old: string; new: string};

export type Answered = {
	explanation: string;
	verdict: (typeof verdicts)[number];
	changes: Change[];
	/** 0 to 1. */
	confidence: number;
};

/** Lines are 1-based and inclusive; an answer that leaves them out is taken all the same. */
export type AnsweredWithLines = Omit<Answered, 'changes'> & {
	changes: (Change & {start_line?: number | undefined; end_line?: number | undefined})[];
};

/** More edits than one remark can ask for. */
const mostChanges = 50;

let shapes: ReturnType<typeof makeShapes> | null = null;

/** The schema with its bounds; made once, with what reads by it. */
export const openShape = async (): Promise<z.ZodType<Answered>> => (await openShapes()).plain;

/** That of {@link answerWithLinesSchema}. */
export const openShapeWithLines = async (): Promise<z.ZodType<AnsweredWithLines>> => (await openShapes()).withLines;

function openShapes() {
	shapes ??= makeShapes();
	return shapes;
}

async function makeShapes() {
	const {z} = await import('zod');
	const change = z.object({path: z.string().min(1), old: z.string(), new: z.string()});
	const line = z.number().int().min(1).optional();
	const answer = z.object({
		explanation: z.string(),
		verdict: z.enum(verdicts),
		changes: z.array(change).max(mostChanges),
		confidence: z.number().min(0).max(1),
	});
	const changes = z.array(change.extend({start_line: line, end_line: line})).max(mostChanges);
	return {plain: answer, withLines: answer.extend({changes})};
}
