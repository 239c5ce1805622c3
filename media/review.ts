import type {Step} from './scene.ts';

const right = '\x1b[C';

/** Of the last step after writing: what the others may do has been looked up then. */
const lookedUp = 'nothing to do';

const open: Step = {press: '', until: 'to apply', caption: '', holdMs: 0};

/** A review from a conflict to the steps after writing. Steps without a time are on the way, and not in the picture. */
export const review: readonly Step[] = [
	open,
	{press: 'nn', until: '> !       :40  maintainer', caption: 'two reviewers want different code here', holdMs: 2000},
	{press: right, until: '> 2 teammate', caption: 'Right: the other side', holdMs: 2000},
	{press: ' ', until: '22 to apply', caption: 'Space: this one', holdMs: 2000},
	{press: 'A', until: 'Write 22 findings as 21 changes', caption: 'A: write what is to apply', holdMs: 2000},
	{press: 'y', until: lookedUp, caption: 'y: written, what next? (U undoes it)', holdMs: 2000},
	{press: '456', until: '> 6 [x] resolve', caption: '4, 5, 6: push, reply and resolve too', holdMs: 2000},
];

/** The frames of the steps that are looked at. */
export const shown = review.filter(({holdMs}) => holdMs > 0);

/** The step whose picture represents the animation. */
export const poster = shown.findIndex(({press}) => press === ' ');

/** Pictures of single moments: the steps to each, and what they show. */
export const stills: Readonly<Record<string, {words: string; steps: readonly Step[]}>> = {
	stale: {
		words: 'a stale suggestion beside what has changed since',
		// From the last row up; the next open finding would be one in words.
		steps: [open, {...open, press: 'Gkkkk', until: '> ~ m  :22-23'}],
	},
	question: {
		words: 'the question before files are written',
		steps: [open, {...open, press: 'A', until: 'Write 21 findings as 20 changes'}],
	},
	closing: {
		words: 'the steps after writing',
		steps: [
			open,
			{...open, press: 'A', until: 'Write 21 findings as 20 changes'},
			{...open, press: 'y', until: lookedUp},
			{...open, press: '4', until: '[x] push'},
			{...open, press: '5', until: '[x] reply'},
			{...open, press: '6', until: '[x] resolve'},
		],
	},
};
