import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import type {Finding} from '../review/finding.ts';
import {type AnalysisInput, type AnalyzeRequest, readForAnalysis} from '../run/analyze.ts';
import type {Context} from '../run/context.ts';
import {answeredIn} from '../run/decisions/answers.ts';
import {proveHere} from '../run/decisions/fixed-here.ts';
import {type Marked, type MarkRequest, markFinding} from '../run/decisions/mark.ts';
import type {FixProof} from '../run/decisions/proven-fix.ts';
import {follow} from '../run/generators.ts';
import {checkMemory, draftEntry, keepEntry} from '../run/memory/decline-for-good.ts';
import {type Entry, entryId} from '../run/memory/entry.ts';
import {type Trial, tryEntry} from '../run/memory/new-entry.ts';
import {keptWords} from '../run/memory/receipt.ts';
import type {Repository} from '../worktree/repository.ts';
import {oneLine} from './view/one-line.ts';
import {findById} from './view/short-ids.ts';

const markSchema = 'pr-resolve/mark@1';

/** The result of `mark`. */
export type MarkReport = Marked & {
	schema: typeof markSchema;
	finding: {id: string; title: string};
	by: MarkRequest['by'];
	/** The commit of the head that shows the fix, or why none does; null for any other mark. */
	fix: FixProof | null;
	/** The entry that declines it for good, and the ids of the findings of this pull request that it would have declined; absent: none. */
	always?: {entry: Entry; id: string; wouldDecline: string[]};
	exitCode: ExitCode;
};

/**
 * Declines for good what is like the finding. `agrees`: shown what the entry would have declined, whether a person wants it.
 */
export type Always = {words: readonly string[]; agrees: (entry: Entry, trial: Trial) => Promise<boolean>};

/** Nothing was kept, because the person did not agree to the entry. */
export type Unmarked = Pick<MarkReport, 'schema' | 'finding' | 'by' | 'always' | 'exitCode'> & {as: null};

/**
 * `mark`: keeps what was done or decided about a finding, the entry last: nothing undoes it if the mark fails.
 * @throws {Failure} usage `unknown-finding`; as `markFinding`, `draftEntry`, `keepEntry`
 */
export async function runMark(
	id: string,
	mark: MarkRequest,
	{request, repository, always = null}: {request: AnalyzeRequest; repository: Repository; always?: Always | null},
	context: Context,
): Promise<MarkReport | Unmarked> {
	const {ground} = await follow(readForAnalysis(request, repository, context));
	const finding = findById(ground.findings, id);
	const entry = always && (await draftEntry(finding, {...always, reason: mark.reason}, ground, context));
	const trial = entry && tryEntry(entry, ground.findings, context.now(), answeredIn(ground.answers));
	const kept = entry && trial && {entry, id: entryId(entry), wouldDecline: trial.declined.map(one => one.id)};
	const told = {
		schema: markSchema,
		finding: {id: finding.id, title: finding.title},
		by: mark.by,
		...(kept && {always: kept}),
	} as const;
	if (entry && trial) {
		if (!(await always.agrees(entry, trial))) return {...told, as: null, exitCode: exitCodeOf(['needsPerson'])};
		await checkMemory(repository);
	}
	const marked = await markFinding(finding, mark, ground, context);
	const fix = marked.as === 'fixed' ? await proofOf(finding, ground, context) : null;
	if (entry) await keepEntry(entry, repository);
	const exitCode = exitCodeOf(marked.because === null ? [] : ['needsPerson']);
	return {...told, ...marked, fix, exitCode};
}

/** Whether the head shows that a finding was fixed. @param ground as it was read */
export async function proofOf(
	finding: Finding,
	ground: Pick<AnalysisInput<Repository>, 'pullRequest' | 'snapshot' | 'repository'>,
	context: Context,
): Promise<FixProof> {
	const proofs = await proveHere([finding], ground, context);
	return proofs.get(finding.id) ?? {why: 'nothing is known of it'};
}

/** What was kept, in a sentence. */
export function describeMark({
	finding,
	as,
	because,
	fix,
	always,
}: Pick<MarkReport, 'finding' | 'as' | 'because' | 'fix' | 'always'>): string {
	const what = oneLine(finding.title);
	if (because !== null)
		return `${what}: deferred, not declined, because ${because}. The reason is a proposal to the person.`;
	if (as === 'open') return `${what}: open again.`;
	if (always) return `${what}: declined for good, ${keptWords}`;
	return `${what}: marked ${as}.${fix === null ? '' : ` ${describeFix(fix)}`}`;
}

const describeFix = (fix: FixProof): string =>
	'commit' in fix
		? `The head shows it, in ${fix.commit.slice(0, 10)}.`
		: `It stays open until the head shows it: ${fix.why}. Commit and push your edits with git.`;

/** Null if it is blank. */
export const reasonGiven = (reason: string | null | undefined): string | null => (reason ?? '').trim() || null;
