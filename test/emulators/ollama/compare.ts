import {parseJson} from '../../../source/system/json.ts';
import type {Probe} from './probes.ts';

/** An answer, as far as it is compared: of a stream, the first and the last line. */
type Observed = {probe: Probe; status: number; type: string; parts: unknown[]};

/** Sends a request and reads all of its answer. @param onPart called with each part of its body */
export async function observe(
	address: string,
	probe: Probe,
	signal: AbortSignal,
	onPart: () => void = () => {},
): Promise<Observed> {
	const {method, path, body} = probe;
	const sent = typeof body === 'object' ? JSON.stringify(body) : body;
	const answer = await fetch(address + path, {
		method,
		signal,
		redirect: 'manual',
		...(sent !== undefined && {body: sent}),
	});
	let text = '';
	const decoder = new TextDecoder();
	for await (const chunk of answer.body ?? []) {
		text += decoder.decode(chunk, {stream: true});
		onPart();
	}
	const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
	const lines = text.trim().split('\n');
	const parts = type === 'application/x-ndjson' ? [lines[0]!, lines.at(-1)!] : [text.trim()];
	return {probe, status: answer.status, type, parts: parts.map(part => parseJson(part) ?? part)};
}

/** What the emulator does otherwise. A server may send more than the emulator, but nothing else. */
export function differences(real: Observed, emulated: Observed): string[] {
	const names = real.parts.length > 1 ? ['first line', 'last line'] : ['body'];
	const ignored = real.probe.isLengthOpen ? ['done_reason', ...unlike] : unlike;
	return [
		...differ('status', real.status, emulated.status),
		...differ('content type', real.type, emulated.type),
		...differ('lines', real.parts.length, emulated.parts.length),
		...names.flatMap((name, index) => compareValues(name, real.parts[index], emulated.parts[index], ignored)),
	];
}

/** These depend on the model. */
const unlike = ['model_info', 'capabilities', 'families'];
/** These are compared by their value. */
const exact = ['done', 'done_reason', 'role'];

function compareValues(name: string, real: unknown, emulated: unknown, ignored: readonly string[]): string[] {
	const [kind, other] = [real, emulated].map(kindOf);
	if (kind !== other) return differ(name, kind, other);
	const key = name.split('.').at(-1)!;
	if (ignored.includes(key)) return [];
	if (Array.isArray(real) && Array.isArray(emulated)) {
		return real.length > 0 && emulated.length > 0 ? compareValues(`${name}.0`, real[0], emulated[0], ignored) : [];
	}
	if (isRecord(real) && isRecord(emulated)) {
		return Object.keys(emulated).flatMap(each => compareValues(`${name}.${each}`, real[each], emulated[each], ignored));
	}
	if (key === 'error' || name === 'body') return differ(name, words(real), words(emulated));
	return exact.includes(key) ? differ(name, real, emulated) : [];
}

/** A message without what differs from request to request; of one in JSON, its message. */
function words(value: unknown): string {
	const text = String(value);
	const inner = parseJson(text);
	const handedOn = isRecord(inner) && isRecord(inner.error) ? `JSON with ${words(inner.error.message)}` : null;
	return handedOn ?? text.replaceAll(/\d+/g, 'N').replace(/^(pull model manifest): .*$/, '$1: ...');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown) =>
	value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const differ = (what: string, real: unknown, emulated: unknown): string[] =>
	real === emulated ? [] : [`${what}: ${String(real)}; emulator: ${String(emulated)}`];
