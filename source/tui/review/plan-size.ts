import {editsByFile} from '../../resolve/file-edits.ts';
import type {Planned} from '../../run/session.ts';

/** What a plan does to one file. */
export type FileSize = {path: string; added: number; removed: number};

/** What a plan would write, by file. */
export function planSize({analysis, plan}: Planned): FileSize[] {
	return [...editsByFile(plan.rulings, analysis.structures)]
		.map(([path, edits]) => ({
			path,
			added: edits.reduce((sum, {lines}) => sum + lines.length, 0),
			removed: edits.reduce((sum, {from, to}) => sum + to - from, 0),
		}))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
}
