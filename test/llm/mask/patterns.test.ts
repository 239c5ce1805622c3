import {describe, expect, test} from 'vitest';
import {maskSecrets} from '../../../source/llm/mask/mask.ts';

/** Made of parts, so that they are not taken for real ones. */
const part = 'S3cretPart9';
const hex = 'a1b2c3d4'.repeat(5);
const mixed = (length: number) => 'aB3d'.repeat(length / 4);
const made = (...parts: string[]) => parts.join('');

const mask = async (text: string) => (await maskSecrets([text])).texts[0]!;

describe('masks', () => {
	/** Before, secret, behind. */
	type Row = readonly [before: string, secret: string, behind?: string];
	const settings: Row[] = [
		['password = ', part],
		['password = ', 'correcthorsebattery'],
		['password=', 'correcthorse'],
		['spring.datasource.password=', part],
		['spring.datasource.password=', 'correcthorse'],
		['\tpassword = ', part, '\r'],
		['+password = ', part],
		['export DB_PASSWORD=', 'hunter22'],
		['API_KEY=', 'abc123def', ' npm start'],
		['SECRET=', 'aB3'.repeat(400)],
		['STRIPE_KEY=', 'abc123def'],
		['+API_TOKEN=', 'abc123def'],
		['github_token = ', hex],
		['aws_secret_access_key = ', made('wJalrXUtnFEMI/K7MDENG', '/bPxRfiCYEXAMPLEKEY')],
		['ENV API_KEY ', part],
	];
	const yaml: Row[] = [
		['  password: ', part],
		['- password: ', part],
		['-    password: ', part, '\r'],
		['password: ', part, ' # of production'],
		['password: ', 'p@ss,w0rd(x)!'],
		["password: '", part, "'"],
		['github_token: ', hex],
		['  secret_key_base: ', hex],
		['x-api-key: ', hex],
	];
	const marked: Row[] = [
		['"password": "', 'hunter2', '"'],
		['"clientSecret": \'', 's3cr3t/value', "',"],
		['"auth": "', 'dXNlcjpwYXNzd29yZDEyMw==', '"'],
		['<password>', part, '</password>'],
		['<db.password>', 'correcthorse', '</db.password>'],
		['<user password="', part, '"/>'],
		['<add key="ApiKey" value="', part, '"/>'],
		['{"name": "DB_PASSWORD", "value": "', part, '"}'],
		['  - name: DB_PASSWORD\n    value: ', part],
		['+  - name: "DB_PASSWORD"\r\n+    value: "', part, '"'],
	];
	const code: Row[] = [
		['password = "', 'correcthorse', '"'],
		['password := "', part, '"'],
		['const password: string = "', part, '";'],
		["connect(password='", part, "')"],
		["'db_pass' => '", part, "'"],
		["define('DB_PASSWORD', '", part, "');"],
		['user.setPassword("', part, '")'],
		['os.environ["API_KEY"] = "', part, '"'],
		["process.env.TOKEN || '", part, "'"],
		['os.getenv("DB_PASSWORD", "', part, '")'],
		['if (password === "', part, '") {'],
	];
	const strings: Row[] = [
		['"Server=db;User=sa;Password=', part, ';"'],
		['Server=db;Password = ', part, ';'],
		['conn: Server=db;Uid=sa;Pwd=', part],
		['"AccountName=a;AccountKey=', `${mixed(80)}==`, ';X=y"'],
		['AccountName=a;AccountKey=', `${mixed(80)}==`],
		['Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=', `${mixed(40)}=`],
		['host=db user=me password=', part, ' dbname=app'],
		['https://x.example/c?sv=2020&sig=', `${mixed(40)}%3D`, '&x=y'],
		['ldap://joe:', 'hunter22', '@example.com/x'],
		['postgres://u:', 'p@ss9word', '@h/db'],
		['https://u:', 'p%40ss$w0rd', '@h/'],
		['redis://:', part, '@h:6379'],
		['https://', hex, '@github.com/x'],
		['//registry.example/:_authToken=', 'abcdef-012345'],
	];
	const commands: Row[] = [
		['curl -s -u joe:', 'hunter22', ' https://a.example'],
		['curl -ujoe:', 'hunter22', ' https://a.example'],
		['curl --user="joe:', 'hunter22', '" https://a.example'],
		['curl -H "X-Auth-Token: ', part, '" https://a.example'],
		['tool --password ', part],
		['tool --api-token=', hex, ' run'],
		['mysql -u root -p', part, ' app'],
		["sshpass -p '", part, "' ssh host"],
		['docker run -e POSTGRES_PASSWORD=', part, ' x'],
		['machine x login y password ', part],
		['Authorization: Bearer ', 'abcdefghij0123456789'],
		['Authorization: Bearer ', 'abcdefghijklmnopqrstuvwxyz'],
		['Authorization: Basic ', 'YWxhZGRpbjpvcGU='],
		['Authorization: token ', hex],
		["'Authorization': 'Bearer ", hex, "'"],
		['bob:', made('$apr1', '$abcdefgh$', '0123456789abcdefghijkl')],
	];
	const shaped: Row[] = [
		made('pypi', '-', 'A'.repeat(60)),
		made('dop', '_v1_', 'a1'.repeat(32)),
		made('whsec', '_', 'aB3'.repeat(9)),
		made('sk', '_live_', mixed(24)),
		made('rk', '_live_', mixed(24)),
		made('xox', 'b-', '123456789012-123456789012-', mixed(24)),
		made('https://hooks.slack', '.com/services/', 'T00000000/B00000000/', mixed(24)),
		made('npm', '_', mixed(36)),
		made('glp', 'at-', mixed(20)),
		made('glr', 't-', mixed(20)),
		made('github', '_pat_', mixed(80)),
		made('sk', '-', mixed(48)),
		made('sk', '-or-v1-', 'a1b2'.repeat(16)),
		made('GOC', 'SPX-', mixed(28)),
		made('ya', '29.', mixed(40)),
		made('hf', '_', 'aBcD'.repeat(9)),
		made('dckr', '_pat_', mixed(28)),
		made('SG', '.', `${mixed(20)}ab.`, `${mixed(40)}abc`),
	].flatMap((secret): Row[] => [
		['see ', secret, ' here'],
		['see ...', secret, ' here'],
	]);
	test.each([settings, yaml, marked, code, strings, commands, shaped].flat())(
		'what follows %j',
		async (before, secret, behind = '') => {
			expect(await mask(`${before}${secret}${behind}`)).toBe(`${before}MASKED_1_${behind}`);
		},
	);
});

const reference = (inside: string) => `$${inside}`;

test.each([
	// Types, calls, names.
	'password: string',
	'password: string;',
	'const password: string = read();',
	'password: z.string().min(8)',
	'public string Password { get; set; }',
	'password VARCHAR(255) NOT NULL',
	'let token: Option<String>',
	'token: str = Depends(oauth2_scheme)',
	'token: accessToken1',
	'token: JwtToken2',
	'token: OAuth2Token',
	'password: PasswordSchema2',
	'getPassword()',
	'password = getPassword2()',
	'password = prompt("Password: ")',
	'password = prompt(...)',
	'const password = generatePassword(12);',
	'const secret = crypto.randomBytes(32).toString("hex")',
	'token = next(tokens)',
	'token = parser.next_token2',
	'const token = tokens[index];',
	'if (password === other)',
	'if (typeof password === "string")',
	'const apiKey = process.env.API_KEY;',
	'password = process.env.PASSWORD',
	'password = config.password2',
	'password: hashedPassword2',
	'login(password=password)',
	'login(token=token2)',
	'API_KEY=readKeyOf(name)',
	'private_key: path/to/key1.pem',
	'case "password":',
	'names("password", "username")',
	'route("/token", "/revoke")',
	'const tokens = "a b c".split(" ")',
	'token = "identifier"',
	'credentials: "same-origin"',
	'import {tokenOf} from "./token.ts";',
	'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) {\nreturn decode(text);\n}',
	// References to a secret, and placeholders for one.
	`token: "${reference('{TOKEN}')}"`,
	'- name: DB_PASSWORD\n  valueFrom: settings1',
	`- name: DB_PASSWORD\n  value: ${reference('{PASSWORD}')}`,
	`api_key: ${reference('{{ secrets.API_KEY }}')}`,
	'API_KEY=$OTHER_KEY',
	'TOKEN=$(cat token.txt)',
	'password: {{ .Values.password }}',
	'password: <your password>',
	'password: "********"',
	'password: null',
	`Authorization: Bearer ${reference('{token}')}`,
	'Authorization: Bearer <token>',
	`curl -u "${reference('{USER}')}:${reference('{PASSWORD}')}" https://a.example`,
	// Words, numbers, and what is meant to be seen.
	'password: "Password must be at least 8 characters"',
	'max_tokens: 4096',
	'id_token: write',
	'Basic understanding of TypeScript2 required',
	'the multi-secret inputs. And a --password flag',
	'https://example.com/a:b/c@2',
	'https://example.com:8080/@scope/x',
	'git@github.com:owner/repo.git',
	`"integrity": "sha512-${mixed(84)}=="`,
	`${hex} is the commit`,
	'12345678-1234-1234-1234-123456789abc',
])('leaves %j alone', async text => {
	expect(await mask(text)).toBe(text);
});

describe('a private key', () => {
	const [begin, end] = [`${'-----BEGIN'} RSA PRIVATE KEY-----`, `${'-----END'} RSA PRIVATE KEY-----`];
	const body = ['MIIEvQIBADANBgkqhkiG9w0', 'aB3dE6gH9jK1mN4pQ7sT0vW', 'short=='];
	const key = [begin, ...body, end];
	test.each([
		['in a file', key],
		['with other line ends', key.map(line => `${line}\r`)],
		['without its end', key.slice(0, -1)],
		['without its begin', key.slice(1)],
		['in a diff', key.map(line => `+${line}`)],
		['in an excerpt', key.map((line, index) => `${index + 8} | ${line}`)],
		['in a quotation', key.map(line => `> ${line}`)],
		['in a comment', key.map(line => `    // ${line}`)],
		['in another comment', key.map(line => `# ${line}`)],
		['in strings', key.map(line => `  "${line}\\n" +`)],
		['in a long string', [`KEY = """${begin}`, ...body, `${end}"""`]],
		['in one line', [`key = "${key.join('\\n')}"`]],
		['in one line without its ends', [`key: "${key.join(' ')}"`]],
	])('%s is masked, and its lines stay', async (_, lines) => {
		const masked = (await mask(['before();', ...lines, 'after();'].join('\n'))).split('\n');
		expect(masked).toHaveLength(lines.length + 2);
		expect([masked[0], masked.at(-1)]).toEqual(['before();', 'after();']);
		expect(body.filter(line => masked.join().includes(line))).toEqual([]);
	});
});
