import fc from 'fast-check';
import {expect, test} from 'vitest';
import {maskSecrets, noMask} from '../../../source/llm/mask/mask.ts';

/** Made of parts, so that nobody takes them for real. */
const secrets = {
	github: ['ghp', '_', 'aB3dE6gH9'.repeat(4)].join(''),
	openai: ['sk-', 'proj-', 'aB3_dE6-'.repeat(6)].join(''),
	anthropic: ['sk-', 'ant-api03-', 'aB3_dE6-'.repeat(6)].join(''),
	google: ['AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'].join(''),
	aws: ['AKIA', 'ABCDEFGHIJKLMNOP'].join(''),
	jwt: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJlLXBhcnQ'].join('.'),
};

const mask = async (text: string) => (await maskSecrets([text])).texts[0]!;

test.each(Object.entries(secrets))('masks a key: %s', async (_, secret) => {
	expect(await mask(`const key = call("${secret}");`)).toBe('const key = call("MASKED_1_");');
});

test.each([
	['a quoted assignment', 'password = "correcthorse"', 'password = "MASKED_1_"'],
	['a property', '"clientSecret": \'s3cr3t/value\',', '"clientSecret": \'MASKED_1_\','],
	['an environment file', 'export DB_PASSWORD=hunter22', 'export DB_PASSWORD=MASKED_1_'],
	['a command', 'API_KEY=abc123def npm start', 'API_KEY=MASKED_1_ npm start'],
	['a long value', `SECRET=${'aB3'.repeat(400)}`, 'SECRET=MASKED_1_'],
	['a line of a diff', '+API_TOKEN=abc123def', '+API_TOKEN=MASKED_1_'],
	['YAML', '  password: hunter22x', '  password: MASKED_1_'],
	['an address', 'open("ldap://joe:hunter22@example.com/x")', 'open("ldap://joe:MASKED_1_@example.com/x")'],
	['a file of properties', 'spring.datasource.password=S3cretpart', 'spring.datasource.password=MASKED_1_'],
	['a line of settings', 'password = S3cretpart', 'password = MASKED_1_'],
	['a token of digits', `github_token = ${'a1b2c3d4'.repeat(5)}`, 'github_token = MASKED_1_'],
	['settings of a web server', `  secret_key_base: ${'a1b2c3d4'.repeat(8)}`, '  secret_key_base: MASKED_1_'],
	['a connection string', '"Server=db;User=sa;Password=S3cretpart;"', '"Server=db;User=sa;Password=MASKED_1_;"'],
	[
		'a storage account',
		`"AccountName=a;AccountKey=${'aB3+'.repeat(20)}==;X=y"`,
		'"AccountName=a;AccountKey=MASKED_1_;X=y"',
	],
	['a package registry', '//registry.example/:_authToken=abcdef-012345', '//registry.example/:_authToken=MASKED_1_'],
	['a request', 'curl -s -u joe:hunter22 https://a.example', 'curl -s -u joe:MASKED_1_ https://a.example'],
	['a key of an index', `use ${['pypi', 'A'.repeat(60)].join('-')}`, 'use MASKED_1_'],
	['a key of a cloud', `use ${['dop', 'v1', 'a1'.repeat(32)].join('_')}`, 'use MASKED_1_'],
	['a key of a hook', `use ${['whsec', 'aB3'.repeat(9)].join('_')}`, 'use MASKED_1_'],
	['a header', 'Authorization: Bearer abcdefghij0123456789', 'Authorization: Bearer MASKED_1_'],
])('masks the secret in %s', async (_, text, expected) => {
	expect(await mask(text)).toBe(expected);
});

test.each([
	'const password: string = read();',
	'password = process.env.PASSWORD',
	'token: "$' + '{TOKEN}"',
	'API_KEY=$OTHER_KEY',
	'KEY=readKeyOf(name)',
	'password: <your password>',
	'const token = tokens[index];',
	'password = getPassword2()',
	'password = config.password2',
	'  password: string',
	'login(password=password)',
	'curl -u "$' + '{USER}:$' + '{PASSWORD}" https://a.example',

	'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) {\nreturn decode(text);\n}',
	'import {tokenOf} from "./token.ts";',
	'https://example.com/a:b/c@2',
	'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334 is the commit',
])('leaves %j alone', async text => {
	expect(await mask(text)).toBe(text);
});

test('masks a private key line by line, and one in a string', async () => {
	const body = ['MIIEvQIBADANBgkqhkiG9w0', 'aB3dE6gH9jK1mN4pQ7sT0vW', 'short=='];
	const [begin, end] = [`${'-----BEGIN'} RSA PRIVATE KEY-----`, `${'-----END'} RSA PRIVATE KEY-----`];
	const masked = (await mask(['a', begin, ...body, end, 'b'].join('\n'))).split('\n');
	expect(masked).toHaveLength(7);
	expect(masked.slice(2, 5).every(line => /^MASKED_\d_$/.test(line))).toBe(true);
	expect([masked[0], masked[6]]).toEqual(['a', 'b']);
	const inline = `key = "${begin}\\n${body.join('\\n')}\\n${end}"`;
	const maskedInline = await mask(inline);
	expect(body.filter(part => maskedInline.includes(part))).toEqual([]);
});

test('a secret that is found once is masked wherever it stands, by the same name', async () => {
	const {texts} = await maskSecrets(['PASSWORD=s3cretvalue', 'Why is s3cretvalue here? s3cretvalue!']);
	expect(texts).toEqual(['PASSWORD=MASKED_1_', 'Why is MASKED_1_ here? MASKED_1_!']);
});

test('only its own stand-ins are turned back', async () => {
	const {unmask, hasStray} = await maskSecrets([`a ${secrets.aws} ${secrets.github}`]);
	expect(unmask('MASKED_1_ MASKED_2_ MASKED_3_ MASKED_11_')).toBe(
		`${secrets.aws} ${secrets.github} MASKED_3_ MASKED_11_`,
	);
	expect(hasStray('MASKED_1_')).toBe(false);
	expect(hasStray('MASKED_3_')).toBe(true);
});

test('a text that speaks of a stand-in does not get a secret in its place', async () => {
	const {texts, unmask} = await maskSecrets([`MASKED_1_ ${secrets.aws}`]);
	expect(texts).toEqual(['MASKED_1_ MASKED_X_1_']);
	expect(unmask('MASKED_1_ MASKED_X_1_')).toBe(`MASKED_1_ ${secrets.aws}`);
});

test('nothing is masked for a provider on this machine', async () => {
	const text = `a ${secrets.aws}`;
	expect((await noMask([text])).texts).toEqual([text]);
});

test('the lines stay, turning back gives the same, and no secret is left', async () => {
	const part = fc.oneof(
		fc.constantFrom(
			...Object.values(secrets),
			'PASSWORD=',
			'\n',
			'\r\n',
			' ',
			'"',
			"token: '",
			'MASKED_1_',
			'://u:pass@',
		),
		fc.string({maxLength: 6}),
	);
	const text = fc.array(part, {maxLength: 12}).map(parts => parts.join(''));
	await fc.assert(
		fc.asyncProperty(fc.array(text, {maxLength: 3}), async texts => {
			const masked = await maskSecrets(texts);
			for (const [index, before] of texts.entries()) {
				const after = masked.texts[index]!;
				expect(after.split('\n').length).toBe(before.split('\n').length);
				expect(masked.unmask(after)).toBe(before);
			}
			const rest = masked.texts.join(' ');
			const spaced = texts.flatMap(each => each.split(/[\s"']+/));
			expect(Object.values(secrets).filter(secret => spaced.includes(secret) && rest.includes(secret))).toEqual([]);
		}),
		{numRuns: 200},
	);
});
