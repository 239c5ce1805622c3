import {editsByFile} from '../../resolve/file-edits.ts';
import type {LineEdit, Text} from '../../resolve/text.ts';
import {fileOf} from '../../run/files/snapshot.ts';
import type {Planned} from '../../run/session/planned.ts';

/** A file, and what a plan does to it; numbers of lines. */
export type PlannedFile = {path: string; text: Text; edits: readonly LineEdit[]; added: number; removed: number};

/** The files that a plan changes, by path. */
export const plannedFiles = ({analysis, plan}: Pick<Planned, 'analysis' | 'plan'>): PlannedFile[] =>
	[...editsByFile(plan.rulings, analysis.structures)]
		.map(([path, edits]) => ({
			path,
			text: fileOf(analysis.snapshot, path).text,
			edits,
			added: edits.reduce((sum, {lines}) => sum + lines.length, 0),
			removed: edits.reduce((sum, {from, to}) => sum + to - from, 0),
		}))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
