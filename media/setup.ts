import type {Step} from './scene.ts';

const down = '\x1b[B';

/** Setup up to the providers, for a person with a token who pays per use. */
export const setup: readonly Step[] = [
	{press: '', until: 'Choose the first that applies', caption: '', holdMs: 0},
	{press: down.repeat(3), until: '> I pay per use', caption: '', holdMs: 0},
	{press: '\r', until: 'a month', caption: '', holdMs: 0},
];
