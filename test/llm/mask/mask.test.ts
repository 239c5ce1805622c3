import fc from 'fast-check';
import {expect, test} from 'vitest';
import {maskSecrets, noMask} from '../../../source/llm/mask/mask.ts';

/** Made of parts, so that they are not taken for real ones. */
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

test('a secret that is found once is masked everywhere, by the same name', async () => {
	const {texts} = await maskSecrets(['PASSWORD=s3cretvalue', 'Why is s3cretvalue here? s3cretvalue!']);
	expect(texts).toEqual(['PASSWORD=MASKED_1_', 'Why is MASKED_1_ here? MASKED_1_!']);
});

test('a secret that is a common word is masked where it is one, and left alone elsewhere', async () => {
	const {texts} = await maskSecrets(['ldap://me:postgres@db', 'Use postgres, not s3cretvalue.', 'TOKEN=s3cretvalue']);
	expect(texts).toEqual(['ldap://me:MASKED_1_@db', 'Use postgres, not MASKED_2_.', 'TOKEN=MASKED_2_']);
});

test.each(['secretlint-disable', 'secretlint-disable-line', 'secretlint-disable-next-line'])(
	'a comment such as %s does not turn masking off',
	async directive => {
		const key = ['figd', 'aB3dE6gH9'.repeat(5)].join('_');
		expect(await mask(`<!-- ${directive} -->\n${key} // ${directive}`)).not.toContain(key);
	},
);

test('a key behind an escaped line end is masked, and the escape stays', async () => {
	expect(await mask(String.raw`write("first\n${secrets.github}\nlast")`)).toBe(
		String.raw`write("first\nMASKED_1_\nlast")`,
	);
});

test('a text cannot make stand-ins long', async () => {
	const {texts} = await maskSecrets([`MASKED_${'X_'.repeat(10_000)}1`, secrets.aws]);
	expect(texts[1]).toBe('MASKED_1_');
});

test('only its own stand-ins are turned back', async () => {
	const {unmask, hasStray} = await maskSecrets([`a ${secrets.aws} ${secrets.github}`]);
	expect(unmask('MASKED_1_ MASKED_2_ MASKED_3_ MASKED_11_')).toBe(
		`${secrets.aws} ${secrets.github} MASKED_3_ MASKED_11_`,
	);
	expect(hasStray('MASKED_1_')).toBe(false);
});

test.each(['MASKED_3_', 'MASKED_1', 'masked_1_', 'MASKED_X_1_', '<MASKED-1>', '[MASKED 2]', '{{MASKED}}'])(
	'%s is a stand-in that there is not, unless the texts speak of it',
	async stray => {
		const secret = `a ${secrets.aws} ${secrets.github}`;
		expect((await maskSecrets([secret])).hasStray(`key = "${stray}"`)).toBe(true);
		const {hasStray, standIns, texts} = await maskSecrets([`${secret} ${stray}`]);
		expect([hasStray(`key = "${stray}"`), standIns(texts[0]!)]).toEqual([false, expect.objectContaining({length: 2})]);
	},
);

test('hostile texts of a million characters are masked like others', async () => {
	const repeat = (part: (index: number) => string) => {
		const parts: string[] = [];
		for (let [length, index] = [0, 0]; length < 200_000; length += parts[index]!.length, index++)
			parts.push(part(index));
		return parts.join('');
	};
	const hostile = [
		repeat(index => `token="a${index}bbbbbbbb" `),
		repeat(() => 'pwd=a1'),
		repeat(() => 'curl -u '),
		repeat(() => '\n-----BEGIN PRIVATE KEY-----\naaaa'),
		repeat(index => `MASKED_${'X_'.repeat(index % 40)}1 `),
	];
	const {texts, unmask} = await maskSecrets([...hostile, `id = ${secrets.aws}`]);
	expect(texts.at(-1)).toMatch(/^id = MASKED_(?:X_){40}\d+_$/);
	expect(texts.map(unmask).every((text, index) => text === hostile[index] || index === hostile.length)).toBe(true);
	expect(texts[0]).not.toMatch(/a\d+bbbbbbbb/);
});

test('where nothing is masked, code about masks is code', async () => {
	const {hasStray} = await maskSecrets(['const a = 1;']);
	expect(['f(masked_1)', 'a[MASKED]', 'masked2 = 3'].filter(hasStray)).toEqual([]);
	expect(hasStray('MASKED_1_')).toBe(true);
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

test('what looks for secrets leaves no marks in the process', async () => {
	await maskSecrets([`const key = call("${secrets.github}");`]);
	expect(performance.getEntriesByType('mark')).toEqual([]);
});
