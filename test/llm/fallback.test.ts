import {expect, test} from 'vitest';
import {askInTurn, type FallbackCandidate} from '../../source/llm/fallback.ts';
import {Stop} from '../../source/llm/guard.ts';
import {ModelTrouble, type ModelTroubleKind, troubleKinds} from '../../source/llm/providers/trouble.ts';
import type {ProviderId} from '../../source/settings/providers.ts';
import {failureOf, never, replyOf, requestOf} from './guards/model.ts';

const candidate = (provider: ProviderId, error: unknown = null): FallbackCandidate => ({
	choice: {provider, model: 'm', effort: null},
	ask: async () => {
		if (error) throw error;
		return replyOf(provider);
	},
});

function ask(...candidates: [FallbackCandidate, ...FallbackCandidate[]]) {
	const turns: string[] = [];
	const inTurn = askInTurn(candidates, (from, to, why) =>
		turns.push(`${from.provider} ${to?.provider} ${why.message}`),
	);
	return {turns, asked: inTurn(requestOf('a'), never)};
}

const trouble = (kind: ModelTroubleKind) => new ModelTrouble(kind, kind);
const open = new Stop('circuit', 'open', '');

test('the first one answers where it can', async () => {
	const {turns, asked} = ask(candidate('api-b'), candidate('local'));
	expect(await asked).toMatchObject({choice: {provider: 'api-b'}, reply: {text: 'api-b'}});
	expect(turns).toEqual([]);
});

test('skips an open circuit and a missing login, then uses one that answers', async () => {
	const candidates = [candidate('api-b', open), candidate('cli-a', trouble('authentication')), candidate('local')];
	const {turns, asked} = ask(...(candidates as [FallbackCandidate, ...FallbackCandidate[]]));
	expect(await asked).toMatchObject({choice: {provider: 'local'}, reply: {text: 'local'}});
	expect(turns).toEqual(['api-b cli-a open', 'cli-a local authentication']);
});

test.each(Object.keys(troubleKinds) as ModelTroubleKind[])(
	'%s: the next one, unless the request is at fault',
	async kind => {
		const {turns, asked} = ask(candidate('api-b', trouble(kind)), candidate('local'));
		await asked.catch(() => {});
		const isOfRequest = ['bad-request', 'unfinished', 'too-large', 'unsafe-client'].includes(kind);
		expect(turns).toHaveLength(isOfRequest ? 0 : 1);
	},
);

test('an exhausted budget, an abort and a bug do not select the next provider', async () => {
	for (const error of [new Stop('budget', 'spent', ''), new DOMException('off', 'AbortError'), new TypeError('bug')]) {
		expect(await failureOf(ask(candidate('api-b', error), candidate('local')).asked)).toBe(error);
	}
});

test("if none is usable, the first one's reason counts", async () => {
	const {turns, asked} = ask(candidate('api-b', open), candidate('local', trouble('unreachable')));
	expect(await failureOf(asked)).toBe(open);
	expect(turns).toEqual(['api-b local open', 'local undefined unreachable']);
	const alone = ask(candidate('api-b', open));
	expect(await failureOf(alone.asked)).toBe(open);
	expect(alone.turns).toEqual([]);
});
