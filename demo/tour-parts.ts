import {Failure} from '../source/failure.ts';

/** How the tour shows its steps. */
export type Tour = {
	/** The built program. */
	program: string;
	/** The Node that runs it. */
	node: string;
	/** Resolves when the text is written, so that the output of the programs comes after it. */
	print: (text: string) => Promise<void>;
	heading: (text: string) => string;
	/** What `npm test` is elsewhere. */
	check: string;
};

/** @throws {Failure} `check` if a command ended otherwise */
export function expectCode(command: string, code: number, expected: number): void {
	if (code === expected) return;
	const message = `pr-resolve ${command} ended with exit code ${code} instead of ${expected}.`;
	throw new Failure('failed', 'check', message);
}
