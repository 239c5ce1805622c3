import {parseText, spliceText, type Text} from '../../../resolve/text.ts';
import {undoEdits} from '../../../resolve/undo-edits.ts';
import type {Reversal} from '../../../review/closing/reversal-acts.ts';
import {largestFile} from '../../../worktree/file.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {openObjects} from '../../../worktree/objects.ts';
import {gitOf, type Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';

/**
 * Whether a commit has nothing of what a run made for some findings. Findings that the run made nothing for are not known to
 * be gone.
 */
export async function goneIn(
	commit: string,
	run: Run,
	repository: Repository,
	context: Context,
): Promise<Reversal['isGone']> {
	const journal = openJournal(repository.records, context);
	const objects = openObjects(gitOf(repository, {...context, offline: true}), largestFile);
	const known = new Set<string>();
	const kept = new Set<string>();
	try {
		for (const {path, ...images} of run.files) {
			const before = parseText((await journal.image(run.id, images.before)).toString());
			const edits = run.edits.filter(edit => edit.path === path);
			const today = parseText((await objects.read(`${commit}:${path}`))?.bytes.toString() ?? '');
			const made = spliceText(before, inOrder(edits.flatMap(edit => edit.edits)));
			for (const edit of edits) {
				const others = edits.filter(one => one !== edit).flatMap(one => one.edits);
				const isGone = hasNone(spliceText(before, inOrder(others)), made, today);
				for (const finding of edit.findings) {
					known.add(finding);
					if (!isGone) kept.add(finding);
				}
			}
		}
	} finally {
		objects.close();
	}
	return findings => findings.some(id => known.has(id)) && !findings.some(id => kept.has(id));
}

const inOrder = (edits: readonly RunLineEdit[]) => edits.toSorted((a, b) => a.from - b.from || a.to - b.to);

type RunLineEdit = Run['edits'][number]['edits'][number];

/** Whether none of the edits that turned `before` into `after` is in a text. */
function hasNone(before: Text, after: Text, text: Text): boolean {
	const {takenBack, left} = undoEdits(before, after, text).edits;
	return takenBack + left === 0;
}
