import {type AmendedPart, amendEdits} from '../../resolve/amend-edits.ts';
import {formatText, inOrder, parseText} from '../../resolve/text.ts';
import {storedCommitsOf} from '../commit/commit-step.ts';
import {committableRuns} from '../commit/gather.ts';
import {hashOf} from '../images.ts';
import type {Journal} from '../journal.ts';
import type {RunEdit} from '../run-edit.ts';
import type {Run} from '../run-record.ts';
import {imageBefore} from './reformatted-edits.ts';
import type {ChangedText, TrackedChanges} from './tracked-state.ts';

/** What a hook made of the lines of runs, now in their records. */
export type RecordedChange = {
	/** Ids of the runs. */
	runs: string[];
	/** Ids of the changes whose lines it altered. */
	changes: string[];
	/** Paths of the files in which it changed anything else. */
	others: string[];
};

/**
 * Takes what a hook changed into the records of the runs that wrote these files last, as far as it touches or adjoins lines
 * that they wrote and that are not committed yet: so an undo covers it. It is not accepted by that.
 * @param detailsOf the details of a record from now on
 * @throws {Failure} `journal-damaged`, `journal-unwritable`
 */
export async function recordReformatted(
	journal: Journal,
	{paths, contents}: TrackedChanges,
	detailsOf: (run: Run) => Run['details'],
): Promise<RecordedChange> {
	const runs = await committableRuns(journal);
	const byRun = Map.groupBy(contents, ({path}) => runs.find(({written}) => written.includes(path)));
	const whole = new Set<string>();
	const amended: Amended[] = [];
	for (const [run, changed] of byRun) {
		if (!run) continue;
		const files = await Promise.all(changed.map(change => amendFile(run, change, journal)));
		for (const {path, isWhole} of files) if (isWhole) whole.add(path);
		const parts = files.flatMap(file => file.parts);
		if (parts.length === 0) continue;
		const images = files.flatMap(({path, parts: own, bytes}) => (own.length > 0 ? [{path, bytes}] : []));
		const hashes = new Map(images.map(({path, bytes}) => [path, hashOf(bytes)]));
		const record = {
			edits: withParts(run.edits, parts),
			files: run.files.map(file => ({...file, after: hashes.get(file.path) ?? file.after})),
			details: detailsOf(run),
		};
		await journal.revise(
			run.id,
			record,
			images.map(({bytes}) => bytes),
		);
		amended.push({run: run.id, altered: parts.flatMap(part => part.altered)});
	}
	return {
		runs: amended.map(({run}) => run),
		changes: amended.flatMap(({altered}) => altered.flatMap(edit => edit.changes)),
		others: paths.filter(path => !whole.has(path)),
	};
}

type Amended = {run: string; altered: readonly RunEdit[]};

/** What was changed in a file that a run wrote. */
async function amendFile(
	run: Run,
	{path, before, after, isAll}: ChangedText,
	journal: Journal,
): Promise<{path: string; parts: AmendedPart<RunEdit>[]; isWhole: boolean; bytes: Buffer}> {
	const committed = new Set(storedCommitsOf(run).flatMap(({changes}) => changes));
	const isCommitted = (edit: RunEdit) => edit.changes.some(id => committed.has(id));
	const [fixed = [], open = []] = [true, false].map(wanted =>
		run.edits.filter(edit => edit.path === path && isCommitted(edit) === wanted),
	);
	const old = parseText((await imageBefore(run, path, journal)).toString());
	const [from, to] = [parseText(before.toString()), parseText(after.toString())];
	const {parts, text, isWhole} = amendEdits(
		{before: old, from, to},
		open,
		fixed.flatMap(({edits}) => edits),
	);
	// With the line ends that the hook has left.
	const isAsLeft = isWhole && String(text.lines) === String(to.lines);
	return {path, parts, isWhole: isWhole && isAll, bytes: isAsLeft ? after : Buffer.from(formatText(text))};
}

/** The edits of a run with what was made of some of them, each in the place of its first one. */
function withParts(edits: readonly RunEdit[], parts: readonly AmendedPart<RunEdit>[]): RunEdit[] {
	const partOf = new Map(parts.flatMap(part => part.members.map(member => [member, part] as const)));
	return edits.flatMap(edit => {
		const part = partOf.get(edit);
		if (!part) return [edit];
		return part.members[0] === edit ? [joinMembers(edit, part)] : [];
	});
}

function joinMembers({path, reviewer}: RunEdit, {members, edits, altered}: AmendedPart<RunEdit>): RunEdit {
	const unique = (idsOf: (edit: RunEdit) => readonly string[]) => [...new Set(members.flatMap(idsOf))];
	const heard = members.flatMap(member => member.heard ?? []);
	const reverts = unique(member => member.reverts ?? []);
	const [declined] = members.flatMap(member => member.declined ?? []);
	const hooked = [...members.flatMap(member => member.reformatted ?? []), ...altered];
	return {
		path,
		changes: unique(member => member.changes),
		findings: unique(member => member.findings),
		reviewer,
		suggesters: members.flatMap(member => member.suggesters),
		...(heard.length > 0 && {heard}),
		decided: unique(member => member.decided),
		...(reverts.length > 0 && {reverts}),
		...(declined !== undefined && {declined}),
		edits,
		reformatted: {
			changes: [...new Set(hooked.flatMap(one => one.changes))],
			findings: [...new Set(hooked.flatMap(one => one.findings))],
			isAccepted: false,
			written: inOrder(members.flatMap(member => member.reformatted?.written ?? member.edits)),
		},
	};
}
