import {isMemoryFile, memoryFile} from '../../resolve/memory-file.ts';
import type {FileAtTip, PullRequest, UnknownTip} from '../../review/comment.ts';
import type {Finding, LineRange} from '../../review/finding.ts';
import type {EarlierWord} from '../../review/remembered.ts';
import {blameLines} from '../../worktree/blame.ts';
import {gitOf, type Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import {type AnswersRead, answeredIn} from '../decisions/answers.ts';
import {inSteps} from '../generators.ts';
import {dayOf, type Entry, entryId, holdsOn} from './entry.ts';
import {matchMemory} from './match-memory.ts';
import {memoryInRemote} from './own-memory.ts';
import {parseMemory} from './parse-memory.ts';
import type {MemoryReceipt} from './receipt.ts';

/** What a memory says of the findings of a pull request. */
export type MemoryRead = {receipt: MemoryReceipt; words: EarlierWord[]};

/**
 * Reads what the team has declined for good, from the tip of the default branch of the base repository: the pull request
 * cannot change that for itself. Null if there is nothing to say of it.
 * @param findings all of them, whatever filters leave out
 * @throws the signal's reason
 */
export async function readMemory(
	pullRequest: PullRequest,
	findings: readonly Finding[],
	answers: Pick<AnswersRead, 'to'>,
	repository: Repository,
	context: Context,
): Promise<MemoryRead | null> {
	const tip = await tipFor(pullRequest, repository, context);
	const isChanged = pullRequest.files?.some(({path}) => isMemoryFile(path)) ?? null;
	if (tip === null) return null;
	if ('why' in tip) {
		const nothing = {branch: null, commit: null, entries: 0, tooBroad: []};
		return {receipt: {...nothing, problem: tip.why, isChanged}, words: []};
	}
	if (tip.file === null && isChanged !== true) return null;
	const today = dayOf(context.now());
	const {entries, problem} = entriesAt(tip);
	const {declined, tooBroad} = await inSteps(
		matchMemory(findings, entries, today, answeredIn(answers)),
		context.signal,
	);
	const broughtBy = await commitsOf([...new Set(declined.values())], entries, tip, repository, context);
	return {
		receipt: {
			branch: tip.branch,
			commit: tip.oid,
			entries: entries.filter(entry => holdsOn(entry, today)).length,
			problem,
			tooBroad: tooBroad.map(({entry, ...rest}) => ({entry: entryId(entry), ...rest})),
			isChanged,
		},
		words: [...declined].map(([finding, entry]): EarlierWord => {
			const {by, reason, until} = entry;
			const memory = {entry: entryId(entry), by, reason, until, commit: broughtBy.get(entry) ?? null};
			return {kind: 'declined', ids: [finding], by, reason, at: 0, memory};
		}),
	};
}

/**
 * The memory of the base repository of a pull request. Only a recording has that of the clone: what was fetched once may be
 * out of date. Null if the code host has no memories.
 */
export async function tipFor(
	pullRequest: PullRequest,
	repository: Repository,
	context: Context,
): Promise<FileAtTip | UnknownTip | null> {
	const {memory = null, source} = pullRequest;
	return source.kind === 'recording' ? await memoryInRemote(pullRequest, repository, context) : memory;
}

/** The entries of a memory, or why none of them is used. */
export function entriesAt({file}: FileAtTip): {entries: Entry[]; problem: string | null} {
	const read = file === null ? {entries: []} : 'why' in file ? file : parseMemory(file.text);
	return 'why' in read ? {entries: [], problem: read.why} : {...read, problem: null};
}

/** The commits that brought entries, as far as this clone has the history of the branch. */
async function commitsOf(
	wanted: readonly Entry[],
	entries: readonly Entry[],
	{oid, file}: FileAtTip,
	repository: Repository,
	context: Context,
): Promise<Map<Entry, string>> {
	if (wanted.length === 0 || file === null || 'why' in file) return new Map();
	const git = gitOf(repository, {...context, offline: true});
	const lines = entryLines(file.text);
	const found = new Map<Entry, string>();
	for (const entry of wanted) {
		const range = lines[entries.indexOf(entry)];
		const [commit] = range ? await blameLines(git, oid, memoryFile, range) : [];
		if (commit !== undefined) found.set(entry, commit);
	}
	return found;
}

/** Texts, and what opens and closes objects and lists, in JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]\n]/gs;

/** How deep an entry is: in the list of the object. */
const entryDepth = 3;

/**
 * The lines of each entry in the text of a memory (1-based, inclusive), without those that only open and close it: the next
 * entry brings a comma to the last one.
 */
export function entryLines(text: string): LineRange[] {
	const lines: LineRange[] = [];
	let [line, depth, start] = [1, 0, 1];
	for (const [token] of text.matchAll(tokens)) {
		if (token === '\n') line++;
		else if (token === '{' || token === '[') {
			depth++;
			if (depth === entryDepth) start = line;
			// Of two lists, JSON has the last.
			if (depth === entryDepth - 1) lines.length = 0;
		} else if (token === '}' || token === ']') {
			if (depth === entryDepth && token === '}') lines.push(within(start, line));
			depth--;
		}
	}
	return lines;
}

const within = (start: number, end: number): LineRange =>
	end - start > 1 ? {start: start + 1, end: end - 1} : {start, end};
