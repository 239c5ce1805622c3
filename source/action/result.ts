import {type ExitCode, exitCodes} from '../exit-code.ts';
import {isOpen} from '../run/outcome.ts';
import {type Report, reportSchema} from '../run/report.ts';
import {at, listAt, parseObject, textAt} from '../system/json.ts';
import {sentences} from '../text/sentences.ts';

/** What came of the program. */
export type ActionResult = {
	exitCode: ExitCode;
	/** Null if it ended before it had read the pull request. */
	report: Report | null;
	/** Why it ended early; null if it did not. */
	failure: {message: string; remedy: string} | null;
	/** What else there is to say: how a round ended, why, and what would go on; or why nothing was done. */
	reason: string;
};

/** Reads the JSON that the program printed: a report, rounds of reports, or a failure. */
export function readResult(output: string, exitCode: ExitCode): ActionResult {
	const document = parseObject(output);
	const last = listAt(document, 'rounds').at(-1) ?? document;
	const isReport = textAt(last, 'schema') === reportSchema && at(last, 'findings') !== undefined;
	const ending = [textAt(document, 'end'), textAt(document, 'reason')].filter(Boolean).join(': ');
	const failed = {message: textAt(document, 'error', 'message'), remedy: textAt(document, 'error', 'remedy')};
	return {
		exitCode,
		report: isReport ? (last as Report) : null,
		failure: failed.message === '' ? null : failed,
		// A failure has the remedy itself.
		reason: sentences(ending, failed.message === '' ? textAt(document, 'remedy') : ''),
	};
}

/** How a step that did nothing ends. */
export const nothingDone = (reason: string): ActionResult => ({
	...{exitCode: exitCodes.done, report: null, failure: null, reason},
});

const outcomeWords: Partial<Record<ExitCode, string>> = {
	[exitCodes.done]: 'clean',
	[exitCodes.needsPerson]: 'open',
	[exitCodes.guard]: 'stopped',
};

/** In one word. */
export const outcomeOf = ({exitCode}: ActionResult) => outcomeWords[exitCode] ?? 'failed';

/** The findings that are left for a person. */
export const leftIn = (report: Report | null): Report['findings'] =>
	report?.findings.filter(({outcome}) => isOpen(outcome)) ?? [];

/** The code that the step ends with: something left for a person is no failure, unless the workflow says so. */
export const stepCode = ({exitCode}: ActionResult, failsForPerson: boolean): ExitCode =>
	exitCode === exitCodes.needsPerson && !failsForPerson ? exitCodes.done : exitCode;
