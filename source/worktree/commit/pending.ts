import type {Git} from '../git.ts';
import type {Journal} from '../journal.ts';
import {withObjects} from '../objects.ts';
import {
	besideUncommitted,
	type Candidate,
	candidatesOf,
	committableRuns,
	type LeftEdit,
	openSelection,
	readVersions,
} from './gather.ts';

/** What a commit would take along of earlier runs. */
export type Pending = {
	/** Ids of the runs, newest first. */
	runs: string[];
	/** Their edits, oldest run first. */
	candidates: Candidate[];
	/** Edits that it would have no room for. */
	blocked: Candidate[];
	/** The files with something of it. */
	paths: string[];
	/** Those of them that differ from HEAD by nothing else. */
	whole: string[];
	/** What a commit of the current run would leave of it. */
	left: LeftEdit[];
};

/**
 * Looks what a commit would hold, and writes nothing.
 * @param current id of the run that commits; null if it wrote nothing
 * @throws {Failure} `git-failed`, `journal-damaged`
 */
export async function pendingEdits(
	git: Git,
	root: string,
	journal: Journal,
	current: string | null = null,
): Promise<Pending> {
	const written = await candidatesOf((await committableRuns(journal)).toReversed(), journal);
	const all = [...new Set(written.map(({path}) => path))];
	const versions = await withObjects(git, objects => readVersions({git, root, objects}, all));
	const {take, leave, files, left} = openSelection(versions, current, written);
	const {chosen, blocked} = take(written);
	leave(blocked, besideUncommitted);
	const paths = [...new Set(chosen.map(({path}) => path))];
	const isWhole = (path: string) => {
		const found = versions.get(path);
		const stores = files().get(path)?.head.lines;
		// git may store the file with other line ends.
		const has = found && 'disk' in found ? found.disk.lines : [];
		return stores?.length === has.length && stores.every((line, index) => line === has[index]);
	};
	const runs = [...new Set(chosen.map(({source}) => source.run))].reverse();
	return {runs, candidates: chosen, blocked, paths, whole: paths.filter(isWhole), left};
}
