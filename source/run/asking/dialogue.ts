import type {AskInTurn} from '../../llm/fallback.ts';
import type {ModelChoice, ModelReply, ModelRequest} from '../../llm/providers/provider.ts';
import {type Answer, readAnswer} from '../../llm/question/answer.ts';
import {type Question, questionHash} from '../../llm/question/question.ts';
import {isRepairable, repairOf} from '../../llm/question/repair.ts';
import type {Finding} from '../../review/finding.ts';

/** Leads questions to their answers. */
type Dialogue = {
	/** Whether a reply is an answer to a question that was asked here. */
	isGood: (request: ModelRequest, reply: ModelReply) => Promise<boolean>;
	/**
	 * The answer to a question, and who gave it, now or when it was kept; where that may help, the model is told once what
	 * was wrong with its first one.
	 * @throws as {@link AskInTurn}
	 */
	answerTo: (
		question: Question,
		finding: Finding,
		ask: AskInTurn,
		signal: AbortSignal,
	) => Promise<{answer: Answer; by: ModelChoice}>;
};

/** @param confidence from 0 to 1: what a model is less sure of is refused */
export function openDialogue(confidence: number): Dialogue {
	// Questions with one key differ in where they stand, and an answer that is good for one is for all of them.
	const questions = new Map<string, Question>();
	const judge = (reply: ModelReply, question: Question) => readAnswer(reply, question, confidence);
	return {
		isGood: async ({key}, reply) => (await judge(reply, questions.get(key)!)).kind !== 'refused',
		async answerTo(question, finding, ask, signal) {
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

/** Who asks again about what was answered wants another answer than the one that is kept. */
function dialogueRequest({request}: Question, {source, explanation}: Finding): ModelRequest {
	const key = explanation === null ? request.key : questionHash([request.key, explanation]);
	return {...request, key, about: source.commentId};
}
