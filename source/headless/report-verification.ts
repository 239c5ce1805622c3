import {formatEnd, type Verification} from '../run/closing/verify/verification.ts';
import type {Report} from '../run/report.ts';
import {count} from '../text/count.ts';
import {elapsed} from '../text/figures.ts';
import {wrap} from '../text/wrap.ts';
import {formatLines, nameAuthor} from './report-findings.ts';
import type {Layout} from './terminal.ts';

/** How many lines of output explain a failure; the log has the rest. */
const shownLines = 15;

/** What running the user's command on the changes has shown; empty if it was not asked for. */
export function formatVerification(report: Report, {paint, room}: Layout): string {
	const {verification} = report;
	if (!verification || verification.state === 'not-run') return '';
	const {command, state, runs, confirming, seconds, failure, changedFiles, newFiles, tree} = verification;
	const section = () => `${paint('bold', 'verify')}\n${rows.map(row => `  ${row}\n`).join('')}`;
	const isGood = state === 'passed';
	const rows = wrap(`${command}: ${describe(verification)}`, room - 2).map(line =>
		paint(isGood ? 'green' : 'red', line),
	);
	const add = (text: string) => rows.push(...wrap(text, room - 2));
	add(
		`${count(runs, 'run')} in ${elapsed(seconds * 1000)}${confirming > 0 ? `, ${confirming} of them to confirm` : ''}`,
	);
	for (const change of report.changes) {
		if (verification.dropped.includes(change.id)) add(`reverted: ${nameChange(change, report)}`);
	}
	if (state === 'passed' && tree !== 'clean')
		add(`${others[tree]} what passed is not exactly what a commit of this run contains.`);
	if (changedFiles.length > 0) add(`changed meanwhile, and left as they are: ${changedFiles.join(', ')}`);
	if (newFiles.length > 0) add(`made by the command, and left: ${newFiles.join(', ')}`);
	if (failure) {
		const lines = failure.tail.trimEnd().split('\n').slice(-shownLines);
		const isSilent = failure.tail.trim() === '';
		add(`${formatEnd(failure)}${isSilent ? ', without output' : '; the end of its output:'}`);
		if (isSilent) return section();
		rows.push(
			...lines.flatMap(line => wrap(line.replaceAll('\t', '    '), room - 4)).map(line => paint('dim', `  ${line}`)),
		);
		add(`all output: ${failure.log}`);
	}
	return section();
}

/** What a pass does not cover. */
const others = {
	'with other uncommitted edits': 'The working tree has other uncommitted changes, so',
	unknown: 'git could not read the state of the working tree; perhaps',
} as const;

function describe({state, reason}: Verification): string {
	const words = {
		passed: 'passed',
		failed: 'failed',
		unsteady: 'no verdict',
		'baseline-fails': 'no verdict',
		unknown: 'no verdict',
		stopped: 'stopped',
		'not-run': 'not run',
	} as const;
	return [words[state], reason].filter(Boolean).join(', ');
}

/** `src/limit.ts 40-44 (coderabbit)` */
function nameChange({path, placement, findings}: Report['changes'][number], report: Report): string {
	const lines = placement?.start
		? ` ${formatLines({start: placement.start, end: placement.end ?? placement.start})}`
		: '';
	const finding = report.findings.find(({id}) => id === findings[0]);
	return `${path}${lines}${finding ? ` (${nameAuthor(finding)})` : ''}`;
}
