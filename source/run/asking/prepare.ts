import type {Models} from '../../llm/open.ts';
import {type Question, questionsFor} from '../../llm/question/question.ts';
import {explainDistrust, isTrusted, type Trust} from '../../resolve/trust.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {Snapshot} from '../snapshot.ts';
import {subjectsOf} from '../subjects.ts';
import {isForModel} from './askable.ts';

/** What the findings are about. */
export type AskedGround = {pullRequest: PullRequest; snapshot: Snapshot};

/** Questions about findings, and for those that none can be asked about, why. */
export type Prepared = {questions: Question[]; unasked: ReadonlyMap<Finding, string>};

/** Of the findings, those that no reviewer wrote as code; words of people without a role are not asked about. */
export async function prepareQuestions(
	findings: readonly Finding[],
	{pullRequest, snapshot}: AskedGround,
	trust: Trust,
	{mask, caching}: Pick<Models, 'mask' | 'caching'>,
): Promise<Prepared> {
	const [trusted, others]: [Finding[], Finding[]] = [[], []];
	for (const finding of findings.filter(isForModel)) (isTrusted(finding, trust) ? trusted : others).push(finding);
	const unasked = new Map(others.map(finding => [finding, explainDistrust(finding)]));
	const prepared = await questionsFor(subjectsOf(trusted, pullRequest, snapshot), mask, caching);
	for (const [index, question] of prepared.entries()) {
		if ('unasked' in question) unasked.set(trusted[index]!, question.unasked);
	}
	return {questions: prepared.filter(question => 'request' in question), unasked};
}
