import {join} from 'node:path';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {hashAt, hashOf} from '../images.ts';
import {onTrial, type RunFile, type RunRecord, type RunSummary} from '../run-record.ts';
import {keepingRecord, underLock, type WriteTarget, writeEach} from '../transaction.ts';

/** Contents of files of a run, by path; a file that is not in it is as it was before the run. */
export type Contents = ReadonlyMap<string, Buffer>;

/** The files of a run, while parts of it are verified. The journal knows everything that is ever written to them. */
export type TrialTree = {
	/** Writes these contents. Returns the paths of files that others have changed since; they stay as they are. */
	write: (contents: Contents) => Promise<string[]>;
	/** The paths of files that no longer have the content that was written last. */
	changed: () => Promise<string[]>;
	/** From now on a crash leaves a run that `apply --continue` finishes with these contents. Nothing is written. */
	aim: (contents: Contents, summary: Partial<RunSummary>) => Promise<void>;
	/** Absolute path for the output of a run of the command. */
	logOf: (number: number) => string;
};

/**
 * Verifies a run that was written, as the only writer of the working tree. Until the first `aim`, continuing after a crash
 * restores the files; undoing it does so always. In the end, the run has what was last aimed at.
 *
 * @param target `id` of the run, and what its record says of it while nothing has passed; the signal is not heeded
 * @throws {Failure} `locked`, `unknown-run`, `journal-damaged`, `journal-unwritable`
 */
export function inTrialTree<Result>(
	{id, empty, ...given}: WriteTarget & {id: string; empty: Partial<RunSummary>},
	work: (tree: TrialTree) => Promise<Result>,
): Promise<Result> {
	const target = {...given, signal: new AbortController().signal};
	const {root, records} = target;
	return underLock(target, async (lock, journal) => {
		const run = await journal.read(id);
		const own = run.files.filter(({path}) => run.written.includes(path));
		const image = async (hash: string) => [hash, await journal.image(id, hash)] as const;
		const befores = new Map(await Promise.all(own.map(({before}) => image(before))));
		const tried = own.map(onTrial);
		const current = new Map(tried.map(({path, trials: [written = '']}) => [path, written]));
		let files: RunFile[] = tried;
		const save = (changes: Partial<RunRecord>, contents: Iterable<Buffer> = []) =>
			keepingRecord(records, `Undo the run with: pr-resolve undo ${id}`, () =>
				journal.revise(id, {...changes, files}, contents),
			);
		await save({...empty, phase: 'writing', owner: lock.owner});

		const wanted = (file: RunFile, contents: Contents) => {
			const content = contents.get(file.path) ?? befores.get(file.before);
			if (!content) throw new Error(`no content for ${file.path}`);
			return content;
		};
		const tree: TrialTree = {
			async write(contents) {
				const fresh: Buffer[] = [];
				files = files.map(file => {
					const content = wanted(file, contents);
					const {before, trials = []} = file;
					const hash = hashOf(content);
					if (hash === before || trials.includes(hash)) return file;
					fresh.push(content);
					return {...file, trials: [...trials, hash]};
				});
				if (fresh.length > 0) await save({}, fresh);
				const edits = [];
				for (const file of files) {
					const [have, after] = [current.get(file.path) ?? '', wanted(file, contents)];
					if (hashOf(after) !== have) edits.push({path: file.path, before: await journal.image(id, have), after});
				}
				const {written, refused} = await writeEach(target, id, edits);
				for (const {path, after} of edits) if (written.includes(path)) current.set(path, hashOf(after));
				return refused.map(({path}) => path);
			},
			changed: () => changedSince(root, current),
			async aim(contents, summary) {
				files = files.map(file => ({...file, after: hashOf(wanted(file, contents))}));
				await save(summary);
			},
			logOf: logIn(journal.folderOf(id)),
		};
		const result = await work(tree);
		const written = files.flatMap(({path, before}) => (current.get(path) === before ? [] : [path]));
		await keepingRecord(records, `Undo the run with: pr-resolve undo ${id}`, () =>
			journal.finish(id, {written, refused: run.refused}),
		);
		return result;
	});
}

/**
 * The same for files of earlier runs, in which nothing is to be reverted: they stay as they are, as do the records. The output
 * of the command is in no run's folder, and is that of the last time.
 */
export function inStandingTree<Result>(
	{paths, ...target}: WriteTarget & {paths: readonly string[]},
	work: (tree: TrialTree) => Promise<Result>,
): Promise<Result> {
	return underLock(target, async () => {
		const folder = join(target.records, 'verify');
		await ensureFolder(folder);
		const hashes = new Map<string, string | null>();
		for (const path of paths) hashes.set(path, await hashAt(target.root, path));
		const changed = () => changedSince(target.root, hashes);
		return work({write: changed, changed, aim: async () => {}, logOf: logIn(folder)});
	});
}

const logIn = (folder: string) => (number: number) => join(folder, `verify-${number}.log`);

/** The paths of files whose content no longer has its hash. */
async function changedSince(root: string, hashes: ReadonlyMap<string, string | null>): Promise<string[]> {
	const found: string[] = [];
	for (const [path, hash] of hashes) if ((await hashAt(root, path)) !== hash) found.push(path);
	return found;
}
