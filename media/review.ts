import type {Step} from './scene.ts';

const right = '\x1b[C';

const open: Step = {press: '', until: 'to apply', caption: 'what the reviewers found, file by file', holdMs: 2400};

/** A review from its first look to the written files. */
export const review: readonly Step[] = [
	open,
	{press: 'j', until: '─ 2/', caption: 'j: the next finding', holdMs: 1000},
	{press: 'j', until: '─ 3/', caption: 'j: the next finding', holdMs: 2000},
	{press: 'nn', until: '> !       :40  maintainer', caption: 'n: the next open one', holdMs: 2600},
	{press: right, until: '> 2 teammate', caption: 'Right: the other side', holdMs: 1800},
	{press: ' ', until: '22 to apply', caption: 'Space: this one', holdMs: 2200},
	{press: 'nn', until: '> ~       :14  copilot', caption: 'stale: what was suggested, and what changed since', holdMs: 3000},
	{press: 'A', until: 'Write 22 findings as 21 changes', caption: 'A: write the files', holdMs: 3000},
	{press: 'y', until: '22 applied', caption: 'y: yes; U would undo all of it', holdMs: 3400},
];

/** The step whose picture represents the animation. */
export const poster = review.findIndex(({press}) => press === ' ');

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
			{...open, press: 'y', until: 'What next?'},
			{...open, press: '4', until: '[x] push'},
			{...open, press: '5', until: '[x] reply'},
			{...open, press: '6', until: '[x] resolve'},
		],
	},
};
