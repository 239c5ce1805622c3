import {longIdleMs, type PullState} from '../../run/setup/pull.ts';
import {gigabytes, roughly} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {type Line, line, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {bar} from '../widgets/gauges.ts';

const amount = (bytes: number) => gigabytes(bytes, bytes < 1e9 ? 2 : 1);

/** Percent of a download, rounded down. */
export const shareOf = ({bytes, total}: PullState) => (total ? Math.floor((bytes / total) * 100) : 0);

/** Whether nothing has come for so long that it is worth a word. */
export const isStalled = ({idleMs}: PullState) => idleMs >= longIdleMs;

/** The amount, speed and remaining time of a download. */
export function pullLines(pull: PullState | null, width: number, symbols: Symbols): Line[] {
	if (pull === null) return [line('contacting the server')];
	const {bytes, total, rate, etaMs, status} = pull;
	const idle = isStalled(pull) ? [line(`no data for ${roughly(pull.idleMs)}`, 'warning')] : [];
	if (total === null) return [line(safe(status) || 'contacting the server'), ...idle];
	const share = `${String(shareOf(pull)).padStart(3)}%`;
	const speed = rate === null ? '' : `  ${(rate / 1e6).toFixed(1)} MB/s`;
	const left = etaMs === null || etaMs <= 0 ? '' : `  ${roughly(etaMs)} left`;
	const cells = Math.min(40, Math.max(8, width - share.length - 3));
	return [
		[span('['), span(bar(bytes / total, cells, symbols), 'accent'), span(`] ${share}`, 'strong')],
		line(`${amount(bytes)} of ${amount(total)}${speed}${left}`),
		...(idle.length > 0 ? idle : [line(safe(status), 'quiet')]),
	];
}
