import {setImmediate} from 'node:timers/promises';
import {noMask} from '../../llm/mask/mask.ts';
import type {Models} from '../../llm/open.ts';
import {head as plainHead} from '../../llm/question/head.ts';
import {groupSubjects, type Question, questionsOf} from '../../llm/question/question.ts';
import {explainDistrust, isTrusted, type Trust} from '../../resolve/trust.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import type {Snapshot} from '../files/snapshot.ts';
import {isForModel} from './askable.ts';
import {subjectsOf} from './subjects.ts';

/** The input of questions besides the findings. */
export type QuestionContext = {pullRequest: PullRequest; snapshot: Snapshot};

export type PreparedQuestions = ReturnType<typeof prepareQuestions>;

/** Prepares questions about the findings that no reviewer wrote as code. Comments by untrusted authors are excluded. */
export function prepareQuestions(
	findings: readonly Finding[],
	{pullRequest, snapshot}: QuestionContext,
	trust: Trust,
	{mask, caching, estimate}: Pick<Models, 'mask' | 'caching' | 'estimate'>,
) {
	const [trusted, others]: [Finding[], Finding[]] = [[], []];
	for (const finding of findings.filter(isForModel)) (isTrusted(finding, trust) ? trusted : others).push(finding);
	const {groups, unasked} = groupSubjects(subjectsOf(trusted, pullRequest, snapshot), caching);
	return {
		count: groups.reduce((sum, {members}) => sum + members.length, 0),
		/** Estimated cost in US dollars; null if the price is unknown. */
		async estimateUsd(): Promise<number | null> {
			// Masking is the slowest part and hardly changes the length, so the estimate does without it.
			const questions = await Promise.all(groups.map(group => questionsOf(group, noMask)));
			return estimate(questions.flat().map(({request}) => request));
		},
		/** The masked questions, grouped by head; each group is made when it is needed. */
		async *groups(): AsyncGenerator<Question[], void> {
			for (const group of groups) {
				// Lets events and requests go out before the next group is made.
				await setImmediate();
				yield await questionsOf(group, mask);
			}
		},
		/** Reasons by the id of the finding. */
		unasked: new Map([
			...others.map(finding => [finding.id, explainDistrust(finding)] as const),
			...[...unasked].map(([{remark}, why]) => [remark.id, why] as const),
		]),
	};
}

/**
 * Sends questions as they become ready. In a group that shares an excerpt, the first one is sent alone, so that the
 * provider can cache it for the others. Throws the first error of `ask`, while others may still be running, and the signal's
 * reason if groups are left.
 */
export async function askInOrder(
	groups: AsyncIterable<readonly Question[]>,
	ask: (question: Question) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	const askGroup = async ([first, ...rest]: readonly Question[]) => {
		if (!first) return;
		const leading = ask(first);
		if (first.request.head !== plainHead) await leading;
		await Promise.all([leading, ...rest.map(ask)]);
	};
	const failed = Promise.withResolvers<never>();
	const asked: Promise<void>[] = [];
	// The first failure rejects at once, even while groups are still being made.
	const askAll = async () => {
		for await (const group of groups) {
			const asking = askGroup(group);
			asking.catch(failed.reject);
			asked.push(asking);
			signal.throwIfAborted();
		}
		await Promise.all(asked);
	};
	await Promise.race([askAll(), failed.promise]);
}
