/** A text of a file or a comment in which `%` stands for a key. */
export type Context = {
	text: string;
	where: 'file' | 'comment';
	/** Whether a name beside the key calls it a key, token, secret or password. */
	isNamed: boolean;
};

const among = (where: Context['where'], isNamed: boolean, texts: readonly string[]): Context[] =>
	texts.map(text => ({text, where, isNamed}));

const bareInFiles = [
	'client.open("%");',
	'const all = ["%", "b"];',
	'// was % once',
	'+export FOO=%',
	'  - %',
	'curl -H "X-Auth: %" https://a.example',
	'<Value>%</Value>',
	String.raw`write("first\n%\nlast");`,
	'open("%"); // secretlint-disable-line',
];

const namedInFiles = [
	'SERVICE_TOKEN=%',
	'export STRIPE_KEY=%',
	'API_KEY="%" npm start',
	'  token: %',
	'  secret: "%"',
	'"apiKey": "%",',
	'"clientSecret": "%",',
	'"key": "%",',
	'"password": "%",',
	'const apiKey = "%";',
	"const secret: string = '%';",
	"'access_token' => '%',",
	'<add key="ApiKey" value="%"/>',
	'<password>%</password>',
	'  - name: API_TOKEN\n    value: %',
	'ENV API_KEY %',
	'run --api-token % now',
	'run --password=% now',
	'config.set_secret("%")',
	'# token: %',
	'/* secretlint-disable */ const token = "%";',
];

const bareInComments = [
	'Please remove %, it is committed.',
	'Please remove `%`, it is committed.',
	'- `%`',
	'This one (%) is public.',
	'Use another one than %.',
	'**%** is in the history',
	'| first | % |',
	'```suggestion\nopen("%")\n```',
	'Add `// secretlint-disable-line` after %',
];

const namedInComments = [
	'The API key is %.',
	'The token `%` is committed.',
	'Why is the secret "%" in here?',
	'Do not commit passwords: % is one.',
	'This key (%) must be rotated.',
	'Your secret key %, please rotate it.',
	'> token: %',
	'| token | % |',
	'| API key | `%` |',
	'```suggestion\nconst apiKey = "%";\n```',
	'**Password:** `%`',
	'<!-- secretlint-disable --> The access token is `%`',
];

export const contexts: readonly Context[] = [
	...among('file', false, bareInFiles),
	...among('file', true, namedInFiles),
	...among('comment', false, bareInComments),
	...among('comment', true, namedInComments),
];

/** For texts that are not part of a line, and have the name with them. */
export const wholeTextContexts: readonly Context[] = [
	...among('file', true, ['%', 'before();\n%\nafter();', '# secretlint-disable\n%']),
	...among('comment', true, ['Please remove this:\n\n```\n%\n```\n', '<!-- secretlint-disable -->\n\n```\n%\n```\n']),
];
