import {describe, expect, test} from 'vitest';
import {maskSecrets} from '../../../source/llm/mask/mask.ts';
import {plain, unmistakable} from './kinds.ts';

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
	test.each(Object.entries(unmistakable))('%s', async (_, make) => {
		expect(await leaks(make, [...named, ...nameless])).toEqual([]);
	});
});

describe('a key without a shape leaves only where no name is before it', () => {
	test.each(Object.entries(plain))('%s', async (_, make) => {
		expect(await leaks(make, named)).toEqual([]);
	});
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
])('%j is no key', async text => {
	expect(await mask(text)).toBe(text);
});
