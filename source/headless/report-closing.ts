import type {ClosingLine} from '../run/closing/closing-line.ts';
import {closingLines, onBranch} from '../run/closing/closing-lines.ts';
import {formatPlannedHooks} from '../run/closing/hooks/hook-lines.ts';
import type {ClosingReport} from '../run/closing/publish/report-publication.ts';
import {heldBackLines} from '../run/closing/verify/verification.ts';
import type {Report} from '../run/report/report.ts';
import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import type {Layout} from './terminal.ts';

const colors = {good: 'green', bad: 'red', open: 'yellow'} as const;

/** Lines in their colors. */
export const paintLines = (rows: readonly ClosingLine[], {paint, room}: Pick<Layout, 'paint' | 'room'>): string[] =>
	rows.flatMap(({text, tone}) => {
		const lines = wrap(shownIn(room, text), room);
		return tone === 'plain' ? lines : lines.map(line => paint(colors[tone], line));
	});

/** What came of the steps after writing; empty if none was taken. */
export const formatClosing = (report: ClosingReport, layout: Layout): string[] =>
	paintLines(closingLines(report), layout);

/** What a dry run would commit, with which environment code of the pull request would run, which hooks it would run, and where it would push. */
export function formatPreview(
	{
		commitPreview,
		committedOn,
		pushPreview,
		hooks,
		stops,
		verification,
		heldBack,
	}: Pick<Report, 'commitPreview' | 'committedOn' | 'pushPreview' | 'hooks' | 'stops' | 'verification' | 'heldBack'>,
	{room}: Layout,
): string[] {
	const messages = commitPreview.flatMap(message => [
		...wrap(shownIn(room, `Would commit${onBranch(committedOn)}:`), room),
		...message
			.trim()
			.split('\n')
			.flatMap(line => wrap(line, room - 2))
			.map(line => (line === '' ? '' : `  ${line}`)),
	]);
	const isStopped = stops.some(({step}) => step === 'commit' || step === 'push');
	const target = pushPreview && !isStopped ? [`Would push to ${pushPreview.repo} ${pushPreview.branch}.`] : [];
	// After the command has run, its result has the line.
	const environment = verification ? [] : heldBackLines(heldBack).map(line => shownIn(room, line));
	const rows = [...environment, ...formatPlannedHooks(hooks), ...target];
	return [...messages, ...rows.flatMap(line => wrap(line, room))];
}
