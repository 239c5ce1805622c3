import {formatFence} from '../../review/words.ts';
import {hashOfJson} from '../../system/hash.ts';
import type {ModelReply, ModelRequest} from '../providers/provider.ts';
import {type Fault, faults} from './fault.ts';

/** Maximum characters of the wrong answer to send back. */
const longestRepaired = 4000;

export const isRepairable = ({kind}: Fault) => faults[kind].isRepairable;

/** The same question with the fault of its answer; for repairable faults, once. */
export function repairOf(request: ModelRequest, reply: ModelReply, fault: Fault): ModelRequest {
	const answer = reply.text.slice(0, longestRepaired);
	const body = [
		request.body,
		'You answered this before:',
		formatFence('answer', answer.split('\n')),
		`That answer cannot be used: ${fault.reason}. Answer again, with one JSON object as asked for.`,
	].join('\n\n');
	return {...request, body, key: hashOfJson([request.key, answer, fault.reason])};
}
