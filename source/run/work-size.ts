import type {Ruling} from '../resolve/decide.ts';
import {count} from '../text/count.ts';

/** What was written, or is going to be: one change may answer several findings, and a finding may ask for several. */
export type Work = {findings: number; changes: number; files: number};

/** What is written where these rulings are carried out. */
export function workOf(rulings: readonly Ruling[]): Work {
	const made = rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : []));
	return {
		findings: new Set(made.flatMap(({findings}) => findings)).size,
		changes: made.length,
		files: new Set(made.map(({path}) => path)).size,
	};
}

/** `20 changes in 9 files`; where they are not as many, `21 findings as 20 changes in 9 files`. */
export function formatWork({findings, changes, files}: Work, preposition = 'in'): string {
	const what = findings === changes ? '' : `${count(findings, 'finding')} as `;
	return `${what}${count(changes, 'change')} ${preposition} ${count(files, 'file')}`;
}
