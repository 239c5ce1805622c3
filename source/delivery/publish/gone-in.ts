import type {Standing} from '../../code-host/publisher.ts';
import {inOrder, parseText, spliceText, type Text} from '../../resolve/text.ts';
import {undoEdits} from '../../resolve/undo-edits.ts';
import {commitsIn} from '../../review/closing/marker.ts';
import type {Reversal} from '../../review/closing/reversal-acts.ts';
import {lastSaid, type WordsSaid} from '../../review/closing/thread-rows.ts';
import type {Place} from '../../review/finding.ts';
import type {Context} from '../../run/context.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import {withObjects} from '../../worktree/objects.ts';
import {gitOf, hasTree, type Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';

type RunEdit = Run['edits'][number];

/**
 * How many of the places of an edit of a run a text has, has as they were before, and has in another form; `without`: the
 * text with the places that it has undone.
 */
type EditStanding = {edit: RunEdit; made: number; undone: number; other: number; without: Text};

/** Compares the edits of a run with a commit. @throws {Failure} `journal-damaged`, `git-failed` */
export async function editsIn(
	commit: string,
	run: Run,
	{journal, git}: {journal: Pick<Journal, 'image'>; git: Git},
): Promise<EditStanding[]> {
	return withObjects(git, async objects => {
		const found: EditStanding[] = [];
		for (const {path, ...images} of run.files) {
			const before = parseText((await journal.image(run.id, images.before)).toString());
			const edits = run.edits.filter(edit => edit.path === path);
			const today = parseText((await objects.read(`${commit}:${path}`))?.bytes.toString() ?? '');
			found.push(...standingOf(edits, before, today));
		}
		return found;
	});
}

/** Compares the edits that a run made of a file with the text of that file. @param before the file before the run */
export function standingOf(edits: readonly RunEdit[], before: Text, today: Text): EditStanding[] {
	const all = spliceText(before, inOrder(edits.flatMap(edit => edit.edits)));
	return edits.map(edit => {
		const others = edits.filter(one => one !== edit).flatMap(one => one.edits);
		const {text, edits: found} = undoEdits(spliceText(before, inOrder(others)), all, today);
		return {edit, made: found.takenBack, undone: found.gone, other: found.left, without: text};
	});
}

/**
 * Whether a commit has nothing of what a run made for some findings, because all of it is as before, and whether that is so
 * by a commit that reverts these changes. Findings that the run made nothing for are not known to be gone.
 * @param reverts ids of changes
 */
export async function goneIn(
	commit: string,
	{run, reverts}: {run: Run; reverts: ReadonlySet<string>},
	repository: Repository,
	context: Context,
): Promise<Pick<Reversal, 'isGone' | 'isReverted' | 'parts'>> {
	const journal = openJournal(repository.records, context);
	const standing = await editsIn(commit, run, {journal, git: gitOf(repository, {...context, offline: true})});
	const isGone = noneFor(standing, ({made, other}) => made + other === 0);
	const edits = standing.filter(({edit}) => edit.changes.some(id => reverts.has(id)));
	const reverted = new Set(edits.flatMap(({edit}) => edit.findings));
	const gone = edits.filter(({made, other}) => made + other === 0);
	return {
		isGone,
		isReverted: findings => isGone(findings) && findings.some(id => reverted.has(id)),
		parts: findings =>
			gone
				.filter(({edit}) => edit.findings.some(id => findings.includes(id)))
				.map(({edit}) => {
					const whole = edit.findings.filter(id => findings.includes(id) && isGone([id]));
					return {ids: [...edit.changes, ...whole], place: placeOf(edit)};
				}),
	};
}

/** Where an edit was made, by the lines of the file before the run. */
function placeOf({path, edits}: RunEdit): Place {
	const [first, last] = [edits[0], edits.at(-1)];
	const lines = first && last ? {start: first.from + 1, end: Math.max(first.from + 1, last.to)} : null;
	return {path, lines};
}

/** Whether all edits for some findings, of which there are any, are gone. */
function noneFor(standing: readonly EditStanding[], isGone: (one: EditStanding) => boolean): Reversal['isGone'] {
	const known = new Set(standing.flatMap(({edit}) => edit.findings));
	const kept = new Set(standing.flatMap(one => (isGone(one) ? [] : one.edit.findings)));
	return findings => findings.some(id => known.has(id)) && !findings.some(id => kept.has(id));
}

/**
 * Threads, by id, of which we said that commits of runs recorded here have what they ask for, which were pushed away, and of
 * whose changes the head has nothing. It is known of resolved threads too, whose comments are not read for changes.
 * @throws {Failure} `journal-damaged`, `git-failed`
 */
export async function goneReplies(
	words: WordsSaid,
	{head, commits, viewer}: Pick<Standing, 'head' | 'commits' | 'viewer'>,
	repository: Repository,
	context: Context,
): Promise<ReadonlySet<string>> {
	const published = new Set([...commits, head.oid]);
	const named = words.threads.flatMap(thread => {
		const said = lastSaid(thread, words, viewer);
		const oids = said ? commitsIn(said.text).filter(oid => !published.has(oid)) : [];
		return said && oids.length > 0 ? [{id: thread.id, oids, findings: said.finding.split(',')}] : [];
	});
	// Without a working tree, only the files of this run can be read at the head.
	if (named.length === 0 || !hasTree(repository)) return new Set();
	const journal = openJournal(repository.records, context);
	const git = gitOf(repository, context);
	const runs = await journal.listReadable();
	const gone = new Set<string>();
	for (const run of runs) {
		const made = new Set(storedCommitsOf(run).map(({oid}) => oid));
		const own = named.filter(({oids}) => oids.some(oid => made.has(oid)));
		if (own.length === 0) continue;
		const isGone = noneFor(await editsIn(head.oid, run, {journal, git}), ({made: standing}) => standing === 0);
		for (const {id, findings} of own) if (isGone(findings)) gone.add(id);
	}
	return gone;
}
