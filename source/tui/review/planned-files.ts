import {editsByFile} from '../../resolve/file-edits.ts';
import type {LineEdit} from '../../resolve/text.ts';
import type {Planned} from '../../run/session/planned.ts';

/** What a plan does to a file; numbers of lines. */
export type PlannedFile = {path: string; edits: readonly LineEdit[]; added: number; removed: number};

/** The files that a plan changes, by path. */
export const plannedFiles = ({analysis, plan}: Pick<Planned, 'analysis' | 'plan'>): PlannedFile[] =>
	[...editsByFile(plan.rulings, analysis.structures)]
		.map(([path, edits]) => ({
			path,
			edits,
			added: edits.reduce((sum, {lines}) => sum + lines.length, 0),
			removed: edits.reduce((sum, {from, to}) => sum + to - from, 0),
		}))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
