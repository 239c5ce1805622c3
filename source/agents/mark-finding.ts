import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import type {Finding} from '../review/finding.ts';
import {type AnalysisInput, type AnalyzeRequest, readForAnalysis} from '../run/analyze.ts';
import type {Context} from '../run/context.ts';
import {proveHere} from '../run/decisions/fixed-here.ts';
import {type Marked, type MarkRequest, markFinding} from '../run/decisions/mark.ts';
import type {FixProof} from '../run/decisions/proven-fix.ts';
import {follow} from '../run/generators.ts';
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
	exitCode: ExitCode;
};

/** `mark`: keeps what was done or decided about a finding. @throws {Failure} usage `unknown-finding`; as `markFinding` */
export async function runMark(
	id: string,
	mark: MarkRequest,
	{request, repository}: {request: AnalyzeRequest; repository: Repository},
	context: Context,
): Promise<MarkReport> {
	const {ground} = await follow(readForAnalysis(request, repository, context));
	const finding = findById(ground.findings, id);
	const marked = await markFinding(finding, mark, ground, context);
	const fix = marked.as === 'fixed' ? await proofOf(finding, ground, context) : null;
	const exitCode = exitCodeOf(marked.because === null ? [] : ['needsPerson']);
	return {schema: markSchema, finding: {id: finding.id, title: finding.title}, by: mark.by, ...marked, fix, exitCode};
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
}: Pick<MarkReport, 'finding' | 'as' | 'because' | 'fix'>): string {
	const what = oneLine(finding.title);
	if (because !== null)
		return `${what}: deferred, not declined, because ${because}. The reason is a proposal to the person.`;
	if (as === 'open') return `${what}: open again.`;
	return `${what}: marked ${as}.${fix === null ? '' : ` ${describeFix(fix)}`}`;
}

const describeFix = (fix: FixProof): string =>
	'commit' in fix
		? `The head shows it, in ${fix.commit.slice(0, 10)}.`
		: `It stays open until the head shows it: ${fix.why}. Commit and push your edits with git.`;

/** Null if it is blank. */
export const reasonGiven = (reason: string | null | undefined): string | null => (reason ?? '').trim() || null;
