import {parseText, spliceText} from '../../../resolve/text.ts';
import {undoEdits} from '../../../resolve/undo-edits.ts';
import type {Reversal} from '../../../review/closing/reversal-acts.ts';
import {largestFile} from '../../../worktree/file.ts';
import type {Git} from '../../../worktree/git.ts';
import {type Journal, openJournal} from '../../../worktree/journal.ts';
import {openObjects} from '../../../worktree/objects.ts';
import {gitOf, type Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import type {Context} from '../../context.ts';

type RunEdit = Run['edits'][number];

/** How many of the places of an edit of a run a commit has, has as they were before, and has in another form. */
type Standing = {edit: RunEdit; made: number; undone: number; other: number};

/** Compares the edits of a run with a commit. @throws {Failure} `journal-damaged`, `git-failed` */
export async function editsIn(
	commit: string,
	run: Run,
	{journal, git}: {journal: Pick<Journal, 'image'>; git: Git},
): Promise<Standing[]> {
	const objects = openObjects(git, largestFile);
	const found: Standing[] = [];
	try {
		for (const {path, ...images} of run.files) {
			const before = parseText((await journal.image(run.id, images.before)).toString());
			const edits = run.edits.filter(edit => edit.path === path);
			const today = parseText((await objects.read(`${commit}:${path}`))?.bytes.toString() ?? '');
			const made = spliceText(before, inOrder(edits.flatMap(edit => edit.edits)));
			for (const edit of edits) {
				const others = edits.filter(one => one !== edit).flatMap(one => one.edits);
				const {takenBack, gone, left} = undoEdits(spliceText(before, inOrder(others)), made, today).edits;
				found.push({edit, made: takenBack, undone: gone, other: left});
			}
		}
	} finally {
		objects.close();
	}
	return found;
}

/**
 * Whether a commit has nothing of what a run made for some findings: all of it is as before. Findings that the run made
 * nothing for are not known to be gone.
 */
export async function goneIn(
	commit: string,
	run: Run,
	repository: Repository,
	context: Context,
): Promise<Reversal['isGone']> {
	const journal = openJournal(repository.records, context);
	const standing = await editsIn(commit, run, {journal, git: gitOf(repository, {...context, offline: true})});
	return noneFor(standing, ({made, other}) => made + other === 0);
}

/** Whether all edits for some findings, of which there are any, are gone. */
export function noneFor(standing: readonly Standing[], isGone: (one: Standing) => boolean): Reversal['isGone'] {
	const known = new Set(standing.flatMap(({edit}) => edit.findings));
	const kept = new Set(standing.flatMap(one => (isGone(one) ? [] : one.edit.findings)));
	return findings => findings.some(id => known.has(id)) && !findings.some(id => kept.has(id));
}

const inOrder = (edits: readonly RunLineEdit[]) => edits.toSorted((a, b) => a.from - b.from || a.to - b.to);

type RunLineEdit = RunEdit['edits'][number];
