import {type ExitCode, exitCodeOf} from '../exit-code.ts';
import {type AnalyzeRequest, readForAnalysis} from '../run/analyze.ts';
import type {Context} from '../run/context.ts';
import {type Marked, type MarkRequest, markFinding} from '../run/decisions/mark.ts';
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
	const exitCode = exitCodeOf(marked.because === null ? [] : ['needsPerson']);
	return {schema: markSchema, finding: {id: finding.id, title: finding.title}, by: mark.by, ...marked, exitCode};
}

/** What was kept, in a sentence. */
export function describeMark({finding, as, because}: Pick<MarkReport, 'finding' | 'as' | 'because'>): string {
	const what = oneLine(finding.title);
	if (because !== null)
		return `${what}: deferred, not declined, because ${because}. The reason is a proposal to the person.`;
	if (as === 'open') return `${what}: open again.`;
	return `${what}: marked ${as}.${as === 'fixed' ? onceOnHead : ''}`;
}

const onceOnHead = ' It stays open until a pushed commit of the pull request changes its lines.';

/** Null if it is blank. */
export const reasonGiven = (reason: string | null | undefined): string | null => (reason ?? '').trim() || null;
