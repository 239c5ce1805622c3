import {formatStep} from '../../delivery/delivery-lines.ts';
import {shortOid} from '../../resolve/brakes/brake.ts';
import type {ReviewerAtHead} from '../../resolve/brakes/facts.ts';
import {busyReviewers} from '../../resolve/brakes/waiting.ts';
import {doubtOf} from '../../run/watch/next-step.ts';
import {formatPushedAway, formatRound, formatWatchEnd} from '../../run/watch/watch-lines.ts';
import {clock} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {reviewerLooks} from '../widgets/looks.ts';
import type {WatchScreenState} from './state.ts';

/** The rounds, what goes on now, and the reviewers. @param now milliseconds since the epoch */
export function watchLines(state: WatchScreenState, now: number): Line[] {
	const {watch, size} = state;
	const wrapped = (shown: Line, indent = '') => wrapLine(shown, size.columns - 2, indent);
	const rounds = watch.rounds.flatMap(({number, of, isAnswer, report}) =>
		wrapped(
			[
				span(
					isAnswer ? `after round ${number}  ` : `round ${number} of ${of}  `,
					report === null ? 'accent' : 'strong',
				),
				span(safe(report === null ? stepNow(state) : formatRound(report))),
			],
			'    ',
		),
	);
	const {pushedAway, trouble} = watch;
	const removed = pushedAway.length === 0 ? [] : wrapped(line(formatPushedAway(pushedAway), 'warning'), '    ');
	const failed = trouble === null ? [] : wrapped(line(safe(trouble), 'bad'), '  ');
	const reviewers = watch.seen?.reviewers ?? [];
	return [
		...(rounds.length === 0 ? [line('no round yet', 'quiet')] : rounds),
		...removed,
		emptyLine,
		...failed,
		...nowLines(state, now).flatMap(shown => wrapped(shown, '  ')),
		...(reviewers.length === 0 ? [] : [emptyLine, line(`reviewers at ${shortOid(watch.seen?.head ?? '')}`, 'strong')]),
		...reviewers.flatMap(reviewer => wrapped(reviewerLine(reviewer, now), '    ')),
	];
}

/** What the round that goes on is about. */
const stepNow = ({watch: {run}}: WatchScreenState) =>
	run.delivery ? formatStep(run.delivery) : run.plan ? 'applying' : 'planning';

function nowLines({watch, isEnding}: WatchScreenState, now: number): Line[] {
	const {stage, wait, report, rounds} = watch;
	if (report) return [line(safe(formatWatchEnd(report)), report.exitCode === 0 ? 'good' : 'warning')];
	if (isEnding) return [line('ending', 'warning')];
	if (stage === 'reading') return [line(`reading the pull request${rounds.length > 0 ? ' again' : ''}`)];
	if (!wait) return [];
	return [
		[span('waiting: ', 'accent'), span(safe(waitedFor(watch, wait.reason)))],
		[
			span('next check in '),
			span(clock(wait.until - now), 'strong'),
			span(`; ends in ${clock(wait.endsAt - now)} at most`),
		],
	];
}

/** The reviewers have lines of their own below. */
function waitedFor({seen}: WatchScreenState['watch'], reason: string): string {
	const busy = seen ? busyReviewers(seen) : [];
	if (!seen || reason !== doubtOf({busy, head: seen.head})) return reason;
	return `${count(busy.length, 'reviewer')} of ${seen.reviewers.length} may have more comments`;
}

function reviewerLine({login, state, until}: ReviewerAtHead, now: number): Line {
	const time = until !== null && until > now ? `, for another ${clock(until - now)}` : '';
	const {words, tone} = reviewerLooks[state];
	return [span(`  ${safe(login)} `), span(`${words}${time}`, tone)];
}
