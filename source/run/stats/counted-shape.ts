import * as z from 'zod/mini';
import {severities} from '../../review/finding.ts';
import {countShape} from '../../system/shape.ts';
import {type CountedFinding, type CountedPull, findingClasses, undecidableReasons} from './counted.ts';

const words = z.nullable(z.string());

const findingShape: z.ZodMiniType<CountedFinding> = z.object({
	id: z.string(),
	url: words,
	reviewer: z.string(),
	isBot: z.boolean(),
	severity: z.nullable(z.enum(severities)),
	category: words,
	path: words,
	hasCode: z.boolean(),
	class: z.enum(findingClasses),
	why: z.nullable(z.enum(undecidableReasons)),
	createdAt: words,
	answeredAt: words,
	repeats: countShape,
});

/** Of what was kept of a pull request. */
export const countedShape: z.ZodMiniType<CountedPull> = z.object({
	host: z.string(),
	repository: z.string(),
	number: countShape,
	url: z.string(),
	state: z.enum(['open', 'closed', 'merged']),
	createdAt: z.string(),
	updatedAt: z.string(),
	endedAt: words,
	headOid: words,
	changedLines: z.nullable(countShape),
	findings: z.array(findingShape),
	notCounted: z.object({reply: countShape, remark: countShape, hidden: countShape, repeated: countShape}),
	incomplete: z.array(z.string()),
});
