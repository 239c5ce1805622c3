import {nameOf} from '../../run/pull-request/name.ts';
import {clock} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import type {Ends} from '../app/frame.ts';
import {span, type Tone} from '../text/line.ts';
import type {WatchScreenState} from './state.ts';

const stages: Readonly<Record<WatchScreenState['watch']['stage'], readonly [words: string, tone: Tone]>> = {
	reading: ['reading', 'accent'],
	round: ['in a round', 'accent'],
	waiting: ['waiting', 'plain'],
	ended: ['ended', 'good'],
};

/**
 * What is watched, what it does, and for how long it has.
 * @param now milliseconds since the epoch
 */
export function watchTitle({watch, banner, isEnding, startedAt}: WatchScreenState, now: number): Ends {
	const {pullRequest} = watch.run;
	const [words, tone] = isEnding && watch.stage !== 'ended' ? (['ending', 'warning'] as const) : stages[watch.stage];
	const name = pullRequest ? [span(`  ${safe(nameOf(pullRequest))}`)] : [];
	const demo = banner === null ? [] : [span(`  ${safe(banner)}`, 'warning')];
	return {
		left: [span(' pr-resolve  ', 'accent'), span('watch', 'strong'), ...name, ...demo],
		right: [span(`  ${words}`, tone), span(` ${clock(now - startedAt)} `)],
	};
}
