export const programNames = ['claude', 'codex', 'copilot'] as const;
export type ProgramName = (typeof programNames)[number];

export const caseNames = [
	'success',
	/** A success whose structure has to be found in its text, or is not there at all: see `answer`. */
	'no-structured-output',
	'not-logged-in',
	/** Logged in with a key that is paid for by the token. */
	'api-key-login',
	/** A login is stored and cannot be renewed any more. */
	'expired',
	/** A login is stored and the service does not take it. */
	'revoked',
	'subscription',
	/** An administrator does not allow it. */
	'policy',
	'rate-limit',
	'usage-window',
	'quota',
	'model-missing',
	/** It was there once. */
	'model-retired',
	'server-down',
	'server-error',
	'overloaded',
	/** The model is, not the service. */
	'at-capacity',
	/** A page of a firewall comes in place of an answer. */
	'page',
	/** The answer is longer than what it may be. */
	'cut-short',
	/** A filter does not let the answer through. */
	'filtered',
	'too-large',
	/** It, and a child of its own, ignore the signal to end. */
	'hang',
	'flood',
	'flood-stderr',
	'tool-use',
	/** It tried to, was kept from it and answered all the same. */
	'tool-refused',
	/** It does not know the switches that it is given. */
	'too-new',
	'garbage',
	'silence',
	/** It dies in mid-answer. */
	'crash',
	/** It ends in mid-answer as if all were well. */
	'cut-off',
	/** Its version is older, and it does not know one of the arguments. */
	'too-old',
	/** Its version is older, and it knows all of them. */
	'older',
	/** It answers and leaves a child behind. */
	'leftover',
] as const;

export type CaseName = (typeof caseNames)[number];

export type Case = {
	name: CaseName;
	/** What is answered in a success: a text as it is, anything else as JSON. */
	answer: unknown;
	/** Answers to prompts that hold a text; the first that fits. */
	answers: readonly {when: string; answer: unknown}[];
	/** Before it answers, it puts a file with this in the place of the login in its home. */
	renewedLogin?: string;
};

/** What a program does when it is asked: after its output, it ends with `exit`. */
export type Act = {
	stdout: string;
	stderr: string;
	exit: number;
	/** Written to the file that the arguments name for it. */
	usage?: string;
	/** Written to stdout at the signal to end, before it ends. */
	last?: string;
	/** What it does after that instead of ending. */
	after?: 'hang' | 'wait' | 'repeat' | 'flood' | 'flood-stderr' | 'crash' | 'leave-child';
};

export const said = (stdout: string, stderr = '', exit = 0): Act => ({stdout, stderr, exit});

export const jsonLines = (...records: readonly object[]): string =>
	records.map(record => `${JSON.stringify(record)}\n`).join('');
