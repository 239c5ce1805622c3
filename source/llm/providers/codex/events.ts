import {at, countAt, type JsonObject, parseObject, textAt} from '../../../system/json.ts';
import type {ClientChoice, Command, ProgramOutput, ProgramResult} from '../client/program.ts';
import {recordsOf} from '../client/records.ts';
import type {ModelReply} from '../provider.ts';
import type {Usage} from '../usage.ts';

/** Without a switch for each of these, it could run programs of this machine. */
export const indispensable = ['shell_tool', 'unified_exec'];

/** The parts of an answer; anything else is work that was not requested. */
const harmlessItems = new Set(['agent_message', 'reasoning', 'error', 'todo_list']);

/** Its log message for a blocked call, the only trace of one. */
const refusalPattern = / ERROR codex_core::tools::router: (?:error=)?(.*)/;

const reconnecting = /^Reconnecting\.\.\. [^(]*\((.*)\)$/s;

const cutShort = /incomplete response returned, reason: (\w+)/i;

const stops: Readonly<Record<string, ModelReply['stop']>> = {max_output_tokens: 'length', content_filter: 'refusal'};

/** Whether a line shows that the result is certain. */
export function watchEvents(): NonNullable<Command['isEnough']> {
	let isPastSockets = false;
	return (line, stream) => {
		if (stream === 'stderr') return refusalPattern.test(line);
		const event = parseObject(line);
		if (event === null) return false;
		isPastSockets ||= textAt(event, 'item', 'message').startsWith('Falling back from WebSockets');
		return isGivenUp(event, isPastSockets) || isCodexWork(event) || unknownIn(event) !== null;
	};
}

/**
 * It reports why it retries. The first reason may be a proxy without WebSockets, after which it continues without them.
 */
function isGivenUp(event: JsonObject, isPastSockets: boolean): boolean {
	const reason = event.type === 'error' ? reconnecting.exec(textAt(event, 'message'))?.[1] : undefined;
	if (reason === undefined) return false;
	return isPastSockets || !reason.startsWith('stream disconnected') || cutShort.test(reason);
}

const isCodexWork = (event: JsonObject) =>
	textAt(event, 'type').startsWith('item.') && !harmlessItems.has(textAt(event, 'item', 'type'));

/** A required switch that this version does not have. */
function unknownIn(event: JsonObject): string | null {
	const said = textAt(event, 'item', 'message');
	return indispensable.find(name => said.includes(`features.${name}\` is ignored`)) ?? null;
}

export function readCodexEvents(
	{stdout, stderr, exitCode, stoppedBy}: ProgramResult,
	{model}: ClientChoice,
): ProgramOutput {
	const events = recordsOf(stdout);
	const done = events.findLast(event => event.type === 'turn.completed');
	const usage = done ? usageOf(done) : null;
	const reply = (text: string, stop: ModelReply['stop']): ProgramOutput => ({
		reply: {text, stop, usage, model: model ?? 'codex'},
	});
	const work = events.find(isCodexWork);
	const tried = work ? textAt(work, 'item', 'type') : refusalPattern.exec(stderr)?.[1];
	if (tried !== undefined) return {symptom: {kind: 'unsafe-client', said: tried, spent: usage ?? 'unknown'}};
	const unknown = events.map(unknownIn).find(name => name !== null);
	if (unknown) {
		return {symptom: {kind: 'not-installed', said: `it cannot disable the tools of features.${unknown}`}};
	}
	const answer = events.findLast(
		event => event.type === 'item.completed' && at(event, 'item', 'type') === 'agent_message',
	);
	if (done) return reply(textAt(answer, 'item', 'text'), 'complete');
	const failure =
		events.findLast(event => event.type === 'turn.failed') ??
		(stoppedBy === 'enough' ? events.findLast(event => event.type === 'error') : undefined);
	const said = saidBy(failure);
	const stop = stops[cutShort.exec(said)?.[1] ?? ''];
	if (stop) return reply('', stop);
	const status = Number(/unexpected status (\d{3})/.exec(said)?.[1] ?? Number.NaN);
	if (said) return {symptom: {said, status: Number.isNaN(status) ? null : status}};
	// Before the request to the model it reports failures there, after its first events.
	const complaint = /^Error: .*/m.exec(stderr)?.[0];
	if (complaint !== undefined) return {symptom: {said: complaint}};
	if (events.length > 0) return {symptom: {kind: 'cut-off', said: ''}};
	const words = stdout.trim() || stderr.split('\n').filter(isCodexNews).join('\n').trim();
	return {symptom: {said: words || `it exited with ${exitCode} and no output`, isUnread: true}};
}

/** The reason alone: it may be in parentheses, or wrapped by the service. */
function saidBy(failure: JsonObject | undefined): string {
	const message = textAt(failure, 'error', 'message') || textAt(failure, 'message');
	const reason = reconnecting.exec(message)?.[1] ?? message;
	return textAt(parseObject(reason), 'detail') || reason;
}

/** Most of its stderr is about the program itself. */
const isCodexNews = (line: string) => !/^(?:WARNING:|Reading additional input|\d{4}-\d\d-\d\dT)/.test(line);

const usageOf = (event: JsonObject): Usage => ({
	input: countAt(event, 'usage', 'input_tokens'),
	cachedInput: countAt(event, 'usage', 'cached_input_tokens'),
	cacheWrite: countAt(event, 'usage', 'cache_write_input_tokens'),
	output: countAt(event, 'usage', 'output_tokens'),
});
