import {Failure} from '../../failure.ts';
import type {Finding} from '../../review/finding.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {count} from '../../text/sentences.ts';
import {gitOf, hasTree, type Repository} from '../../worktree/repository.ts';
import type {AnalysisInput} from '../analyze.ts';
import type {Context} from '../context.ts';
import {type Entry, entryId, entryShape, scopeOf} from './entry.ts';
import {entryLike, proposeWords, type Trial, whyNotWords} from './new-entry.ts';
import {addEntry, readOwnMemory} from './own-memory.ts';

/**
 * The entry that declines a finding and those like it.
 * @throws {Failure} usage `not-for-good`, `no-identity`
 */
export async function draftEntry(
	finding: Finding,
	{words, reason}: {words: readonly string[]; reason: string | null},
	{pullRequest, repository, findings}: Pick<AnalysisInput<Repository>, 'pullRequest' | 'repository' | 'findings'>,
	context: Context,
): Promise<Entry> {
	const why = whyForPeople(finding) ?? (hasTree(repository) ? null : 'there is no working tree');
	if (why !== null)
		throw notForGood(`The finding cannot be declined for good: ${why}.`, 'Decline it without --always.');
	const fault = whyNotWords(words, finding);
	if (fault !== null) {
		const proposed = proposeWords(finding, findings).join(' ');
		throw notForGood(`${fault}.`, `Keep 2 to 5 of the words of the title that are rare here: --match "${proposed}".`);
	}
	if (reason === null) throw notForGood('An entry needs a reason.', 'Pass --reason "<why>".');
	const by = pullRequest.viewer ?? (await nameInGit(repository, context));
	const entry = entryLike(finding, {words, reason, by, now: context.now()});
	if (!entryShape.safeParse(entry).success) {
		throw notForGood('A word or the reason is too long, or has line ends.', 'Shorten it to one line.');
	}
	return entry;
}

/** Writes an entry into the working tree, where it is a person's edit. @throws {Failure} usage `not-for-good`; as `addEntry` */
export async function keepEntry(entry: Entry, repository: Repository): Promise<void> {
	if (!hasTree(repository)) throw notForGood('There is no working tree for the entry.', 'Run it in a clone.');
	await addEntry(repository.root, entry);
}

/** Whether an entry can be added. @throws {Failure} as `readOwnMemory` */
export async function checkMemory(repository: Repository): Promise<void> {
	if (hasTree(repository)) await readOwnMemory(repository.root);
}

/** A finding, by its id, that is to be declined for good, with the words that make others like it. */
export type ForGood = {finding: string; words: readonly string[]; reason: string};

/** Both, for a finding by its id. @throws {Failure} as `draftEntry`, `keepEntry` */
export async function declineForGood(
	{finding: id, ...given}: ForGood,
	ground: Pick<AnalysisInput<Repository>, 'pullRequest' | 'repository' | 'findings'>,
	context: Context,
): Promise<void> {
	const finding = ground.findings.find(one => one.id === id);
	if (!finding) throw notForGood('The finding is no longer in the pull request.', 'Reload, and decline it again.');
	await keepEntry(await draftEntry(finding, given, ground, context), ground.repository);
}

async function nameInGit(repository: Repository, context: Context): Promise<string> {
	const {code, stdout} = await gitOf(repository, context).run(['config', '--get', 'user.name']);
	const name = stdout.toString().trim();
	if (code === 0 && name !== '') return name;
	throw new Failure(
		'usage',
		'no-identity',
		'git has no name for the entry.',
		'Run: git config user.name "<your name>"',
	);
}

const notForGood = (message: string, remedy: string) => new Failure('usage', 'not-for-good', message, remedy);

/** What an entry would decline, in lines. */
export function describeTrial(entry: Entry, {declined, tooBroad}: Trial): string[] {
	const title = `Entry ${entryId(entry)}: ${scopeOf(entry)}`;
	if (tooBroad !== null)
		return [title, `It matches ${count(tooBroad, 'finding')} here: too broad to be used in this pull request.`];
	const listed = declined.map(({path, title}) => `  ${path ?? '-'}: ${title}`);
	return [
		title,
		`It would have declined ${count(declined.length, 'finding')} here${listed.length > 0 ? ':' : '.'}`,
		...listed,
	];
}
