import {expect} from 'vitest';
import type {
	ModelRequest,
	ModelService,
	ProviderCheck,
	ProviderOptions,
} from '../../../source/llm/providers/provider.ts';
import {ownerOfKey} from '../../../source/llm/providers/registry.ts';
import {ModelTrouble, type ModelTroubleKind} from '../../../source/llm/providers/trouble.ts';
import type {FaultInit} from '../../emulators/vendor/faults.ts';
import type {Emulator, Fault} from '../../emulators/vendor/server.ts';

export const schema = {
	type: 'object',
	properties: {
		edits: {
			type: 'array',
			items: {
				type: 'object',
				properties: {old: {type: 'string'}, new: {type: ['string', 'null']}},
				required: ['old', 'new'],
				additionalProperties: false,
			},
		},
	},
	required: ['edits'],
	additionalProperties: false,
};

export function question(given: Partial<ModelRequest> = {}): ModelRequest {
	return {
		head: 'Answer with edits.',
		body: 'Rename a to b: ünïcödé 漢字 "quotes"\n\tand tabs.',
		schema,
		schemaName: 'edits',
		maximumOutputTokens: 4096,
		key: 'k',
		...given,
	};
}

export const neverAborted = new AbortController().signal;

/** What a provider is opened with to reach an emulator at the vendor's own address. */
export function optionsFor(emulator: Emulator, given: Partial<ProviderOptions>): ProviderOptions {
	return {
		ownerOfKey,
		model: '',
		effort: null,
		baseUrl: null,
		apiKey: emulator.key,
		client: 'auto',
		allowRemoteLocal: false,
		env: {},
		fetch: emulator.fetch,
		...given,
	};
}

export async function troubleOf(asking: Promise<unknown>): Promise<ModelTrouble> {
	const trouble = await asking.then(
		reply => expect.fail(`answered: ${JSON.stringify(reply)}`),
		(error: unknown) => error,
	);
	expect(trouble).toBeInstanceOf(ModelTrouble);
	return trouble as ModelTrouble;
}

export async function checksOf(provider: ModelService): Promise<ProviderCheck[]> {
	const checks: ProviderCheck[] = [];
	for await (const check of provider.check(neverAborted)) checks.push(check);
	return checks;
}

/** `key ok, model warning`. */
export const briefly = (checks: readonly ProviderCheck[]) =>
	checks.map(({name, status}) => `${name} ${status}`).join(', ');

type Row = [
	fault: Fault,
	kind: ModelTroubleKind,
	spent: 'nothing' | 'unknown',
	more?: {says?: RegExp; retryAfterMs?: number | null},
];

const date = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
const limited = (init: Omit<FaultInit, 'name'>): Fault => ({name: 'rate-limit', ...init});

/** What faults lead to with both vendors. */
export const commonFaults: Row[] = [
	['auth', 'authentication', 'nothing', {says: /\(401 Unauthorized\)/}],
	['forbidden', 'subscription', 'nothing', {says: /Permission denied \(403 Forbidden\)/}],
	['billing', 'quota', 'nothing', {says: /credit/i}],
	['quota', 'quota', 'nothing', {retryAfterMs: null}],
	['rate-limit', 'rate-limit', 'nothing', {says: /^Rate limit exceeded: /, retryAfterMs: 7000}],
	[limited({retryAfter: 1.5}), 'rate-limit', 'nothing', {retryAfterMs: 1500}],
	[limited({retryAfter: 7, retryAfterMs: 250}), 'rate-limit', 'nothing', {retryAfterMs: 250}],
	[limited({retryAfter: date(-60)}), 'rate-limit', 'nothing', {retryAfterMs: 0}],
	[limited({retryAfter: 'soon'}), 'rate-limit', 'nothing', {retryAfterMs: null}],
	['rate-limit-silent', 'rate-limit', 'nothing', {retryAfterMs: null}],
	['overloaded', 'overloaded', 'nothing', {says: /is overloaded \(5\d\d\)/}],
	['unavailable', 'overloaded', 'nothing', {retryAfterMs: 7000}],
	['server-error', 'server-error', 'unknown', {says: /returned an error \(500\)/}],
	['gateway-timeout', 'timeout', 'unknown'],
	['request-timeout', 'timeout', 'unknown'],
	['too-large', 'too-large', 'nothing'],
	['html', 'server-error', 'unknown', {says: /^[^<]*\(502\)$/}],
	['portal', 'protocol', 'unknown', {says: /not a JSON object/}],
	['malformed', 'protocol', 'unknown', {says: /not a JSON object/}],
	['not-object', 'protocol', 'unknown', {says: /not a JSON object/}],
	['empty-object', 'protocol', 'unknown', {says: /: (?:status|model|choices) is missing/}],
	['empty', 'protocol', 'unknown', {says: /it is empty/}],
	['flood', 'protocol', 'unknown', {says: /too long/}],
	['cut-before-headers', 'cut-off', 'unknown', {says: /connection to .* broke/}],
	['cut-in-body', 'cut-off', 'unknown', {says: /connection to .* broke/}],
];

/** What a service may say about a key: patterns that are not linear would take minutes for it. */
export const endlessWords: readonly ((key: string) => string)[] = [
	() => 'x'.repeat(1_000_000),
	() => '**x'.repeat(300_000),
	() => 'sk-'.repeat(300_000),
	() => "model '".repeat(150_000),
	() => 'prompt '.repeat(150_000),
	() => 'personal access tokens '.repeat(40_000),
	() => 'hit your in 1s, until 9'.repeat(40_000),
	key => `${' '.repeat(9000)}${key}`,
	key => `${' '.repeat(3990)}${key}`,
	key => `${'a '.repeat(140)}${key}`,
	key => key.repeat(10_000),
];

export const nameOf = (fault: Fault) => (typeof fault === 'string' ? fault : JSON.stringify(fault));
