import type * as z from 'zod/mini';

/** `[3].user.login`: a path in a JSON value. */
function issuePath(path: readonly PropertyKey[]): string {
	return path.reduce<string>((text, step) => {
		if (typeof step === 'number') return `${text}[${step}]`;
		return text === '' ? String(step) : `${text}.${String(step)}`;
	}, '');
}

/** One line on where a value is first invalid, and what is expected there. */
export function explainIssue({issues: [issue]}: {issues: readonly z.core.$ZodIssue[]}): string {
	if (!issue) return 'invalid';
	const place = issuePath(issue.path) || 'the whole';
	return `${place}: ${expectation(issue)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `expected ${issue.expected}`;
		case 'invalid_value':
			return `expected ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`;
		case 'too_small':
			return `expected at least ${issue.minimum}`;
		case 'too_big':
			return `expected at most ${issue.maximum}`;
		default:
			return issue.message;
	}
}
