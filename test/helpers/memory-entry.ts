import type {Entry} from '../../source/run/memory/entry.ts';

/** An entry that holds from 2026-01-01 on for a year. */
export const entry = (fields: Partial<Entry> = {}): Entry => ({
	bot: 'coderabbit',
	path: '**',
	words: ['subtests', 'table'],
	reason: 'we write plain tests',
	by: 'alice',
	on: '2026-01-01',
	until: '2027-01-01',
	...fields,
});
