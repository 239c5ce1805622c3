import type {Standing} from '../../code-host/publisher.ts';
import {isCommitted} from '../../review/closing/fate.ts';
import type {Finding} from '../../review/finding.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {AnalysisInput} from '../analyze.ts';
import type {HeadSource} from '../closing/follow-head.ts';
import {readHead} from '../closing/publish/read-threads.ts';
import type {Context} from '../context.ts';
import {inSteps} from '../generators.ts';
import {proposeEach} from '../plan/propose.ts';

type HeadPlace = Omit<HeadSource, 'commits'> & {repository: Repository; standing: Standing};

/**
 * The findings of which the head has every change, and one by a commit of this program at least.
 * @param own its commits, by their trailer. @throws {Failure} as `readHead`
 */
export async function findOwnOnHead(
	{findings, snapshot, pullRequest}: Pick<AnalysisInput<Repository>, 'findings' | 'snapshot' | 'pullRequest'>,
	own: readonly string[],
	{repository, ...head}: HeadPlace,
	context: Context,
): Promise<ReadonlySet<Finding>> {
	if (findings.length === 0) return new Set();
	const onHead = await readHead({findings, snapshot, pullRequest}, repository, head, [], context);
	if (onHead === null) return new Set();
	const proposals = await inSteps(proposeEach(findings, snapshot), context.signal);
	const isDone = (finding: Finding) => {
		const about = proposals.filter(proposal => proposal.findings.includes(finding));
		const done = about.map(proposal => onHead.change(proposal)).filter(found => found !== null);
		const isOwn = done.some(found => isCommitted(found) || (found.commit !== null && own.includes(found.commit)));
		return done.length === about.length && isOwn;
	};
	return new Set(findings.filter(isDone));
}
