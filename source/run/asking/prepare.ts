import {setImmediate} from 'node:timers/promises';
import {noMask} from '../../llm/mask/mask.ts';
import type {Models} from '../../llm/open.ts';
import {groupSubjects, type Question, questionsOf} from '../../llm/question/question.ts';
import {explainDistrust, isTrusted, type Trust} from '../../resolve/trust.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {Snapshot} from '../snapshot.ts';
import {subjectsOf} from '../subjects.ts';
import {isForModel} from './askable.ts';

/** What the findings are about. */
export type QuestionContext = {pullRequest: PullRequest; snapshot: Snapshot};

/** Questions about findings, and for those that none can be asked about, why. */
type PreparedQuestions = {
	/** How many questions there are. */
	count: number;
	/** US dollars that the answers will cost, about; null where the price is not known. */
	estimateUsd: () => Promise<number | null>;
	/** The questions without secrets, those with the same head together; each group is made when it is taken. */
	groups: () => AsyncGenerator<Question[], void>;
	/** By the ids of the findings. */
	unasked: ReadonlyMap<string, string>;
};

/** Of the findings, those that no reviewer wrote as code; words of people without a role are not asked about. */
export function prepareQuestions(
	findings: readonly Finding[],
	{pullRequest, snapshot}: QuestionContext,
	trust: Trust,
	{mask, caching, estimate}: Pick<Models, 'mask' | 'caching' | 'estimate'>,
): PreparedQuestions {
	const [trusted, others]: [Finding[], Finding[]] = [[], []];
	for (const finding of findings.filter(isForModel)) (isTrusted(finding, trust) ? trusted : others).push(finding);
	const {groups, unasked} = groupSubjects(subjectsOf(trusted, pullRequest, snapshot), caching);
	return {
		count: groups.reduce((sum, {members}) => sum + members.length, 0),
		async estimateUsd() {
			// Looking for secrets takes longer than all else, and a text is about as long without them.
			const questions = await Promise.all(groups.map(group => questionsOf(group, noMask)));
			return estimate(questions.flat().map(({request}) => request));
		},
		async *groups() {
			for (const group of groups) {
				// What was told, and asked, goes out before time is taken to make the next ones.
				await setImmediate();
				yield await questionsOf(group, mask);
			}
		},
		unasked: new Map([
			...others.map(finding => [finding.id, explainDistrust(finding)] as const),
			...[...unasked].map(([{remark}, why]) => [remark.id, why] as const),
		]),
	};
}
