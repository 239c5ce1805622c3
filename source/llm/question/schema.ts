import * as z from 'zod/mini';
import type {JsonSchema} from '../providers/provider.ts';

/**
 * The values that a model may state. An enumeration, because grammars and services hold it to that but not to bounds; they are
 * written out, because sums of tenths are not exact.
 */
const confidences = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/** A stated confidence, from 0 to 1. A negative one is none at all; null if it is above 1, which is another scale. */
export const readConfidence = (stated: number): number | null => (stated > 1 ? null : Math.max(0, stated));

const verdicts = ['change', 'no-change', 'cannot-tell'] as const;

const changeFields = {path: {type: 'string'}, old: {type: 'string'}, new: {type: 'string'}};

/** The schema of an answer. It has no bounds, because not all providers accept them: {@link answerShape} has them. */
export const answerSchema: JsonSchema = answerWith(changeFields);

/** The same for a question without a file: each change names the lines that it replaces. */
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
		confidence: {type: 'number', enum: confidences},
	});
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
	return {type: 'object', properties, required: Object.keys(properties), additionalProperties: false};
}

/** More edits than one comment needs. */
const mostChanges = 50;

const changeShape = z.object({path: z.string().check(z.minLength(1)), old: z.string(), new: z.string()});
const lineNumberShape = z.optional(z.int().check(z.minimum(1)));

export type AnswerData = z.infer<typeof answerShape>;

/** The schema with its bounds. */
export const answerShape = shapeWith(changeShape);

/** Lines are 1-based, inclusive and optional. */
export type AnswerDataWithLines = z.infer<typeof answerWithLinesShape>;

/** {@link answerWithLinesSchema} with its bounds. */
export const answerWithLinesShape = shapeWith(
	z.extend(changeShape, {start_line: lineNumberShape, end_line: lineNumberShape}),
);

function shapeWith<Each extends z.ZodMiniType>(change: Each) {
	return z.object({
		explanation: z.string(),
		verdict: z.enum(verdicts),
		changes: z.array(change).check(z.maxLength(mostChanges)),
		/** Any number; `readConfidence` reads it. */
		confidence: z.number(),
	});
}
