import {countAt, type JsonObject, listAt, objectAt, parseObject, textAt} from '../../../system/json.ts';
import type {ClientChoice, ProgramOutput, ProgramResult, Symptom} from '../client/program.ts';
import {recordsOf} from '../client/records.ts';
import type {Usage} from '../usage.ts';

const isFailure = (event: JsonObject): boolean => event.type === 'session.error';

/** No unknown event is harmless. */
const isWork = (event: JsonObject): boolean => {
	const type = textAt(event, 'type');
	if (type === 'session.tools_updated' || type === 'session.mcp_servers_loaded') return false;
	return (
		!/^(?:session|user|system|assistant|model|result)\b/.test(type) ||
		/tool|mcp|subagent|hook/.test(type) ||
		listAt(event, 'data', 'toolRequests').length > 0 ||
		listAt(event, 'usage', 'codeChanges', 'filesModified').length > 0
	);
};

/** The result is certain. */
export function isLast(line: string): boolean {
	const event = parseObject(line);
	return event !== null && (isFailure(event) || isWork(event));
}

export function readCopilotEvents(
	{stdout, stderr, exitCode, output}: ProgramResult,
	{model}: ClientChoice,
): ProgramOutput {
	const events = recordsOf(stdout);
	const usage = output === null ? null : usageOf(parseObject(output));
	const spent = usage ?? 'unknown';
	// The first event about it, because its end is reported as work.
	const turn = events.find(event => isFailure(event) || isWork(event));
	if (turn && isFailure(turn)) {
		const isTriedOut = events.some(event => event.type === 'assistant.turn_retry');
		return {symptom: {...symptomOf(turn), isTriedOut}};
	}
	if (turn) return {symptom: {kind: 'unsafe-client', said: textAt(turn, 'type'), spent}};
	const end = events.findLast(event => event.type === 'result');
	if (end && countAt(end, 'exitCode') === 0) {
		const messages = events.filter(event => event.type === 'assistant.message');
		const final = messages.findLast(event => textAt(event, 'data', 'phase') === 'final_answer') ?? messages.at(-1);
		return {
			reply: {
				text: textAt(final, 'data', 'content'),
				stop: 'complete',
				usage,
				model: textAt(final, 'data', 'model') || (model ?? 'copilot'),
			},
		};
	}
	const complaint = /^Error: .*/m.exec(stderr)?.[0];
	if (complaint !== undefined) return {symptom: {said: stderr.slice(stderr.indexOf(complaint)).trim()}};
	if (events.length > 0) return {symptom: {kind: 'cut-off', said: '', spent}};
	const words = stderr.trim() || stdout.trim();
	return {symptom: {said: words || `it exited with ${exitCode} and no output`, isUnread: true}};
}

function symptomOf(failure: JsonObject): Symptom {
	const names = ['errorType', 'errorCode'].map(name => textAt(failure, 'data', name));
	return {
		said: textAt(failure, 'data', 'message'),
		status: countAt(failure, 'data', 'statusCode') || null,
		code: names.join(' ').trim(),
	};
}

/** All models that it used, for any purpose. */
function usageOf(record: JsonObject | null): Usage | null {
	const models = Object.values(objectAt(record, 'modelMetrics'));
	if (models.length === 0) return null;
	const sum = (name: string) => models.reduce<number>((total, model) => total + countAt(model, 'usage', name), 0);
	return {
		input: sum('inputTokens'),
		cachedInput: sum('cacheReadTokens'),
		cacheWrite: sum('cacheWriteTokens'),
		output: sum('outputTokens'),
		premiumRequests: countAt(record, 'totalPremiumRequestCost'),
	};
}
