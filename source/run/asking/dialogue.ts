import type {AskInTurn} from '../../llm/fallback.ts';
import type {ModelReply, ModelRequest} from '../../llm/providers/provider.ts';
import type {ModelChoice} from '../../llm/providers/registry.ts';
import {type ModelAnswer, readAnswer} from '../../llm/question/answer.ts';
import type {Question} from '../../llm/question/question.ts';
import {isRepairable, repairOf} from '../../llm/question/repair.ts';
import type {Finding} from '../../review/finding.ts';
import {hashOfJson} from '../../system/hash.ts';

export type Dialogue = ReturnType<typeof openDialogue>;

/** Sends questions and reads the answers. @param confidence minimum, from 0 to 1 */
export function openDialogue(confidence: number) {
	// Questions with the same key differ only in their place, so an answer that is valid for one is valid for all.
	const questions = new Map<string, Question>();
	const judge = (reply: ModelReply, question: Question) => readAnswer(reply, question, confidence);
	return {
		/** Whether a reply is a valid answer to its question. */
		async isGood({key}: ModelRequest, reply: ModelReply): Promise<boolean> {
			const question = questions.get(key);
			return question !== undefined && (await judge(reply, question)).kind !== 'refused';
		},
		/**
		 * The answer to a question and the model that gave it, now or when it was cached. If the fault of the first answer is
		 * repairable, the model gets it and may answer once more.
		 * @throws as {@link AskInTurn}
		 */
		async answerTo(
			question: Question,
			finding: Finding,
			ask: AskInTurn,
			signal: AbortSignal,
		): Promise<{answer: ModelAnswer; by: ModelChoice}> {
			let request = dialogueRequest(question, finding);
			for (let isRepair = false; ; isRepair = true) {
				questions.set(request.key, question);
				const {reply, choice} = await ask(request, signal);
				const answer = await judge(reply, question);
				if (isRepair || answer.kind !== 'refused' || !isRepairable(answer.fault)) return {answer, by: choice};
				request = repairOf(request, reply, answer.fault);
			}
		},
	};
}

/** A question that was answered before gets another key, so that the cache does not repeat the old answer. */
function dialogueRequest({request}: Question, {source, explanation}: Finding): ModelRequest {
	const key = explanation === null ? request.key : hashOfJson([request.key, explanation]);
	return {...request, key, about: source.commentId};
}
