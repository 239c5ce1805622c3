import type {Report} from '../../source/run/report/report.ts';
import type {UndoReport} from '../../source/run/undo/undo-report.ts';
import type {CommandEnd, ReviewedFiles, TreeState} from './review-of-files.ts';
import {differences} from './reviewed-tree.ts';

/** Whether a file has its new content, according to a report. */
type Claim = {path: string; outcome: string; isDone: boolean};

const commands = {
	apply: {
		claimsOf: ({changes}: Pick<Report, 'changes'>): Claim[] =>
			changes.map(({path, outcome}) => ({path, outcome, isDone: outcome === 'applied'})),
		/** The message of a command that failed after it had changed files. */
		admission: 'Its files were written',
	},
	undo: {
		claimsOf: ({files}: Pick<UndoReport, 'files'>): Claim[] =>
			files.map(({path, outcome}) => ({path, outcome, isDone: outcome === 'restored'})),
		admission: 'Its files were restored',
	},
} as const;

export type Command = keyof typeof commands;

/** The differences between the disk and the report or exit code of an `apply` or `undo`. */
export function faultsOfClaims(
	command: Command,
	{exitCode, printed}: CommandEnd,
	review: ReviewedFiles,
	now: TreeState,
): string[] {
	const report = parsed(printed);
	if (!report) return [`ended with ${exitCode} and printed no JSON document: ${printed.slice(0, 200)}`];
	const [old, wanted] = command === 'apply' ? [review.before, review.after] : [review.after, review.before];
	const changed = differences(old.files, now.files);
	const faults: string[] = [];
	if (exitCode === 0 && differences(wanted.files, now.files).length > 0)
		faults.push('exit code 0, and not all was done');
	if (report.exitCode !== exitCode) faults.push(`ended with ${exitCode}, and the report says ${report.exitCode}`);
	const {claimsOf, admission} = commands[command];
	if (report.error) {
		const {message} = report.error;
		const isAdmitted = message.includes(admission);
		if (isAdmitted !== changed.length > 0)
			faults.push(`${changed.length} files changed, and the message is: ${message}`);
		return faults;
	}
	const claims = claimsOf(report);
	for (const {path, outcome, isDone} of claims) {
		if (isDone !== changed.includes(path)) faults.push(`says ${outcome} of ${path}`);
	}
	const silent = changed.filter(path => !claims.some(claim => claim.path === path));
	if (silent.length > 0) faults.push(`says nothing of ${silent.join(', ')}`);
	return faults;
}

type Printed = Pick<Report, 'changes' | 'exitCode'> & Pick<UndoReport, 'files'> & {error?: {message: string}};

function parsed(printed: string): Printed | null {
	try {
		return JSON.parse(printed);
	} catch {
		return null;
	}
}
