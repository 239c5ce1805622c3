import {expect, test} from 'vitest';
import {fault, reportedReason} from '../../../source/llm/question/fault.ts';

test.each([
	['repeats', 'the answer repeats itself; try a larger model than coder:7b'],
	['not-json', 'the answer repeats itself (coder:7b)'],
	['not-found', 'the answer repeats itself'],
] as const)('a report names the model if the answer as a whole is at fault: %s', (kind, reported) => {
	expect(reportedReason(fault(kind, 'the answer repeats itself'), 'coder:7b')).toBe(reported);
});
