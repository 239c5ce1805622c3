import type {Step} from './scene.ts';

const right = '\x1b[C';

/** A review from its first look to the written files. */
export const review: readonly Step[] = [
	{press: '', until: 'to apply', caption: 'what the reviewers found, file by file', holdMs: 2200},
	{press: 'j', until: '> +    13', caption: 'j: the next finding', holdMs: 700},
	{press: 'j', until: '> +  8-10', caption: 'j: the next finding', holdMs: 700},
	{press: 'j', until: '> +  9-12', caption: 'j: the next finding', holdMs: 1500},
	{press: 'n', until: '> ! 25-27', caption: 'n: the next one that needs you', holdMs: 1200},
	{press: 'n', until: '> !    40', caption: 'n: the next one that needs you', holdMs: 2600},
	{press: right, until: '> 2 teammate', caption: 'Right: the other side', holdMs: 1800},
	{press: ' ', until: 'you: apply', caption: 'Space: this one', holdMs: 2200},
	{press: 'A', until: 'Write 22 findings as 21 changes', caption: 'A: write the files', holdMs: 2400},
	{press: 'y', until: '22 applied', caption: 'y: yes; U would undo all of it', holdMs: 3400},
];

/** The step whose picture stands for all of it. */
export const poster = review.findIndex(({until}) => until === 'you: apply');
