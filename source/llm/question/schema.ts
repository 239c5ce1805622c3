import type {z} from 'zod';
import type {JsonSchema} from '../provider.ts';

const verdicts = ['change', 'no-change', 'cannot-tell'] as const;

/** What an answer must look like. Bounds are not in it, because not all providers take them: {@link openShape} has them. */
export const answerSchema: JsonSchema = object({
	explanation: {type: 'string'},
	verdict: {type: 'string', enum: verdicts},
	changes: {
		type: 'array',
		items: object({path: {type: 'string'}, old: {type: 'string'}, new: {type: 'string'}}),
	},
	confidence: {type: 'number'},
});

export const schemaName = 'review_changes';

function object(properties: Record<string, JsonSchema>): JsonSchema {
	return {type: 'object', properties, required: Object.keys(properties), additionalProperties: false};
}

export type Answered = {
	explanation: string;
	verdict: (typeof verdicts)[number];
	changes: {path: string; old: string; new: string}[];
	/** 0 to 1. */
	confidence: number;
};

/** More edits than one remark can ask for. */
const mostChanges = 50;

let shape: Promise<z.ZodType<Answered>> | null = null;

/** The schema with its bounds; made once, with what reads by it. */
export const openShape = () => {
	shape ??= makeShape();
	return shape;
};

async function makeShape(): Promise<z.ZodType<Answered>> {
	const {z} = await import('zod');
	return z.object({
		explanation: z.string(),
		verdict: z.enum(verdicts),
		changes: z.array(z.object({path: z.string().min(1), old: z.string(), new: z.string()})).max(mostChanges),
		confidence: z.number().min(0).max(1),
	});
}
