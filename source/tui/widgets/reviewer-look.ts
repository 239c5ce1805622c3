import type {Reviewer} from '../../review/read.ts';
import type {Tone} from '../text/line.ts';

/** What a reviewer is doing, as users know it; `stale` means something else for findings. */
export const reviewerLooks: Readonly<Record<Reviewer['state'], {words: string; tone: Tone}>> = {
	done: {words: 'has reviewed', tone: 'good'},
	running: {words: 'is reviewing', tone: 'accent'},
	stale: {words: 'has not reviewed the head', tone: 'warning'},
	paused: {words: 'has paused', tone: 'warning'},
	'rate-limited': {words: 'is rate limited', tone: 'warning'},
};
