import type {Ruling} from '../resolve/decide.ts';
import {count} from '../text/sentences.ts';

/** How much a run writes. One change may serve several findings, and a finding may need several changes. */
export type Work = {findings: number; changes: number; files: number};

export function workOf(rulings: readonly Ruling[]): Work {
	const made = rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? [proposal] : []));
	return {
		findings: new Set(made.flatMap(({findings}) => findings)).size,
		changes: made.length,
		files: new Set(made.map(({path}) => path)).size,
	};
}

/** `20 changes in 9 files`, or `21 findings as 20 changes in 9 files` if the numbers differ. */
export function formatWork({findings, changes, files}: Work, preposition = 'in'): string {
	const what = findings === changes ? '' : `${count(findings, 'finding')} as `;
	return `${what}${count(changes, 'change')} ${preposition} ${count(files, 'file')}`;
}
