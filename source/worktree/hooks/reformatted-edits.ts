import {minimalEdits} from '../../resolve/edits.ts';
import {inOrder, parseText, spliceText} from '../../resolve/text.ts';
import {formatFileDiff} from '../../resolve/unified-diff.ts';
import type {Journal} from '../journal.ts';
import type {RunEdit} from '../run-edit.ts';
import type {Run} from '../run-record.ts';

/** Whether a hook has changed an edit, and nobody has accepted that. */
export const isOpenReformat = ({reformatted}: Pick<RunEdit, 'reformatted'>): boolean =>
	reformatted !== undefined && !reformatted.isAccepted;

/** What hooks have made of the edits of a run, and nobody has accepted, as a diff. @throws {Failure} `journal-damaged` */
export async function reformattedDiff(run: Run, journal: Pick<Journal, 'image'>): Promise<string> {
	const diffs: string[] = [];
	for (const path of new Set(run.edits.filter(isOpenReformat).map(edit => edit.path))) {
		const old = parseText((await imageBefore(run, path, journal)).toString());
		const own = run.edits.filter(edit => edit.path === path);
		const textWith = (editsOf: (edit: RunEdit) => RunEdit['edits']) => spliceText(old, inOrder(own.flatMap(editsOf)));
		const written = textWith(edit =>
			edit.reformatted && isOpenReformat(edit) ? edit.reformatted.written : edit.edits,
		);
		const now = textWith(edit => edit.edits);
		diffs.push(formatFileDiff(path, written, minimalEdits(written.lines, now.lines)));
	}
	return diffs.join('');
}

/** A file before the run wrote it. @throws {Failure} `journal-damaged` */
export function imageBefore(run: Run, path: string, journal: Pick<Journal, 'image'>): Promise<Buffer> {
	return journal.image(run.id, run.files.find(file => file.path === path)?.before ?? '');
}

/** Accepts what hooks have made of the edits of a run. */
export async function acceptReformatted(journal: Journal, {id}: Pick<Run, 'id'>): Promise<void> {
	const {edits} = await journal.read(id);
	const accepted = edits.map(edit =>
		edit.reformatted ? {...edit, reformatted: {...edit.reformatted, isAccepted: true}} : edit,
	);
	await journal.revise(id, {edits: accepted});
}
