import {describe, expect, test} from 'vitest';
import {isMissed, madeUpCases} from '../../../bench/masking/cases.ts';
import {maskSecrets} from '../../../source/llm/mask/mask.ts';
import {kinds} from './kinds.ts';

const mask = async (text: string) => (await maskSecrets([text])).texts[0]!;
const seeds = [1, 2, 3];

/** With a name before the key, as settings and code have it. */
const named = ['SERVICE_TOKEN=%', '  token: %', '"apiKey": "%",', 'const apiKey = "%";', 'ENV API_KEY %'];
/** Without one: in code, in a command, in the words of a comment. */
const nameless = [
	'client.open("%");',
	'const all = ["%", "b"];',
	'// was % once',
	'curl -H "X-Auth: %" https://a.example',
	'export FOO=%',
	'+% ',
	'Please remove %, it is committed.',
	'- `%`',
	'(%)',
];

/** The contexts from which a key would leave. */
const leaks = async (make: (seed: number) => string, contexts: readonly string[]) => {
	const seen: string[] = [];
	for (const seed of seeds) {
		const key = make(seed);
		for (const context of contexts) {
			const masked = await mask(context.replace('%', () => key));
			// A blank in a key separates its scheme from what is secret.
			if (key.split(' ').some(part => part.length >= 8 && masked.includes(part))) seen.push(context);
		}
	}
	return [...new Set(seen)];
};

describe('a key that its own text gives away does not leave', () => {
	test.each(Object.entries(kinds))('%s', async (_, make) => {
		expect(await leaks(make, [...named, ...nameless])).toEqual([]);
	});
});

test('a key of a documented form does not leave, unless it has no prefix and no name beside it', async () => {
	const bounded = madeUpCases(1).filter(({form, isNamed}) => form.hasPrefix || isNamed);
	const missed: string[] = [];
	for (const each of bounded)
		if (isMissed(each, await mask(each.text))) missed.push(`${each.form.name}: ${each.context}`);
	expect(missed).toEqual([]);
});

test.each([
	'secret_key_base_of_the_application_settings',
	'secret_santa',
	're_exported_values_of_the_module',
	'pattern.exec(text)',
	'rewrite_all_of_it_again_and_again_in_the_end',
	'ciocolata',
	'sl.default',
	'pul-request',
	'password = this.configuration.databaseConnection.password2',
	'token: services.authentication.oauth2Provider1Token',
	'API_KEY=your-key-goes-here',
	'TELEGRAM_BOT_TOKEN=your_bot_token',
	'SESSION_SECRET=super-secure-random-string',
	'DATABASE_URL=postgresql://user:password@host:5432/name',
	'EAAAdvertisement',
	'a.b.MTIzNDU2.c',
	`- uses: actions/create-github-app-token@${'67018539'.repeat(5)} # v2.1.4`,
	'import type {X509Credential, X509WorkloadIdentity} from "./types.js";',
	'exports.exchangeX509Token = exchangeX509Token;',
	'const client_secrets_1 = require("./client-secrets.js");',
	'arn:aws:kms:us-east-1:111122223333:key/abcd1234-5678-90ab-cdef-000011112222',
	'the header token-counting-2024-11-01',
	'| Key | Sign in with a passkey |',
	'This key change is in 3f2a1b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a.',
	`The public key is ${'aB3dE6gH'.repeat(4)}.`,
	String.raw`C:\new\tools\release`,
])('%j is no key', async text => {
	expect(await mask(text)).toBe(text);
});
