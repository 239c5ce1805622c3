import type {Flags} from './command.ts';

/** Which pull requests of a list. */
export const listFlags = {
	prAuthor: {group: 'fleet', type: 'list', placeholder: '<login>', help: 'limit to pull requests by this author'},
	updatedSince: {
		group: 'fleet',
		type: 'text',
		placeholder: '<time>',
		help: 'limit to those updated since 2026-11-01, or in the last 7d or 12h',
	},
} as const satisfies Flags;
