import {join} from 'node:path';
import {expect, test} from 'vitest';
import {commandEnvironment} from '../../../source/worktree/verify/environment.ts';
import {newFolder} from '../../helpers/folders.ts';

const plain = {names: [], isOnly: false};

const valued = (names: readonly string[], value = 'x') => Object.fromEntries(names.map(name => [name, value]));

test('the environment has no variables whose name says that they are secret, and none of programs around the run', async () => {
	const secret = [
		...[
			'GITHUB_TOKEN',
			'CR_LLM_API_KEY',
			'GIT_SSH_COMMAND',
			'INPUT_ARGS',
			'ACTIONS_ID',
			'MY_PASSWORD',
			'npm_config_token',
		],
		...['GH_PAT', 'SSH_PRIVATE_KEY', 'GPG_PASSPHRASE', 'MYSQL_PWD', 'NPM_AUTH', 'npm_config__auth', 'STRIPE_KEY'],
		...['DOCKER_AUTH_CONFIG', 'AWS_ACCESS_KEY_ID', 'DB_PASS', 'SIGNING_KEYS', 'PRIVATEKEY'],
		...[
			'MY_CRED',
			'MY_CREDS',
			'AZURE_CREDENTIAL',
			'AZURE_CREDENTIALS',
			'PASSWD',
			'TF_VAR_pw',
			'SENTRY_DSN',
			'SLACK_WEBHOOK_URL',
		],
		...['COOKIE', 'SESSION_ID', 'ENCRYPTION_SALT', 'SIGNING_CERT'],
	];
	const harmless = [
		...['PATH', 'HOME', 'NODE_ENV', 'KEYBOARD', 'SSH_AUTH_SOCK', 'XAUTHORITY', 'PWD', 'OLDPWD', 'COMPASS'],
		...['XDG_SESSION_ID', 'DBUS_SESSION_BUS_ADDRESS', 'DESKTOP_SESSION', 'TERM_SESSION_ID', 'ITERM_SESSION_ID'],
		...['SESSION_MANAGER', 'SACRED', 'CERTAIN', 'BASALT_DIR', 'GITHUB_REF', 'CI'],
	];
	const made = await commandEnvironment(valued([...secret, ...harmless]), plain);
	expect(Object.keys(made.env).sort()).toEqual(harmless.toSorted());
	expect(made.heldBack).toEqual(secret.toSorted());
	const open = await commandEnvironment(valued(secret), {...plain, names: ['MY_PASSWORD', 'CR_LLM_API_KEY']});
	expect(open.env).toEqual(valued(['MY_PASSWORD', 'CR_LLM_API_KEY']));
});

test.each([
	'postgres://app:s3cret@db.example:5432/app',
	'redis://:s3cret@cache.example',
	'mongodb://app:s3cret@localhost:27017,db2.example:27017/app',
	'jdbc:mysql://app:p@ss@db.example/app',
	'-Durl=amqp://app:s3cret@127.0.0.1.example',
	'first http://a:b@localhost, then http://a:b@example.com',
])('a URL with a password is held back: %s', async value => {
	expect(await commandEnvironment({SERVICE: value}, plain)).toMatchObject({env: {}, heldBack: ['SERVICE']});
});

test.each([
	['DATABASE_DSN', 'postgres://app:s3cret@localhost:5432/app'],
	['REDIS_URL', 'redis://:s3cret@127.0.0.1'],
	['REDIS_URL', 'redis://:s3cret@[::1]:6379/0'],
	['MONGO_URL', 'mongodb://a:b@localhost:1,127.0.0.2:2/app'],
	['REMOTE', 'ssh://git@example.com:22/app'],
	['PAGE', 'https://example.com:8080/a:b@c?d=e:f@g'],
])('%s=%s has no secret of another machine', async (name, value) => {
	expect((await commandEnvironment({[name]: value}, plain)).env).toEqual({[name]: value});
});

test('a path is passed on if it exists, also by a name of secrets, but not to a program around the run', async () => {
	const folder = newFolder();
	const env = {
		...{GOOGLE_APPLICATION_CREDENTIALS: folder, SSL_CERT_DIR: '/', GIT_DIR: folder, CR_TOKEN: folder},
		...{MY_TOKEN: join(folder, 'gone'), MY_SECRET: 'source'},
	};
	const made = await commandEnvironment(env, plain);
	expect(Object.keys(made.env)).toEqual(['GOOGLE_APPLICATION_CREDENTIALS', 'SSL_CERT_DIR']);
});

test('proxies are passed on without user and password', async () => {
	const env = {
		...{HTTPS_PROXY: 'http://ada:s3cret@proxy.example:8080', http_proxy: 'ada:p@ss@proxy.example:8080/'},
		...{ALL_PROXY: 'socks5h://proxy.example', npm_config_proxy: 'http://ada@proxy.example'},
	};
	const made = await commandEnvironment(env, plain);
	expect(made).toEqual({
		env: {
			...{HTTPS_PROXY: 'http://proxy.example:8080', http_proxy: 'proxy.example:8080/'},
			...{ALL_PROXY: 'socks5h://proxy.example', npm_config_proxy: 'http://proxy.example'},
		},
		heldBack: [],
		keptFiles: [],
		withoutLogin: ['HTTPS_PROXY', 'http_proxy', 'npm_config_proxy'],
	});
	const open = await commandEnvironment(env, {...plain, names: ['HTTPS_PROXY']});
	expect(open).toMatchObject({env: {HTTPS_PROXY: env.HTTPS_PROXY}, withoutLogin: ['http_proxy', 'npm_config_proxy']});
});

test('of only some variables, a command gets these and those that any program needs', async () => {
	const basic = ['CI', 'HOME', 'LANG', 'LC_ALL', 'LC_TIME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER'];
	const other = ['EDITOR', 'HTTPS_PROXY', 'NODE_ENV', 'SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR'];
	const made = await commandEnvironment(valued([...basic, ...other, 'MY_TOKEN']), {names: ['MY_TOKEN'], isOnly: true});
	expect(made).toEqual({env: valued([...basic, 'MY_TOKEN']), heldBack: other, withoutLogin: [], keptFiles: []});
});

test('in a job, a command never gets what belongs to the runner, not even by name', async () => {
	const own = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY', 'GITHUB_STATE'];
	const runtime = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_CACHE_URL'];
	const env = {...valued([...own, ...runtime], '/files/x'), GITHUB_SHA: 'x', CI: 'true'};
	const job = {...env, GITHUB_ACTIONS: 'true'};
	for (const choice of [plain, {names: [...own, ...runtime], isOnly: false}, {names: own, isOnly: true}]) {
		const made = await commandEnvironment(job, choice);
		expect(Object.keys(made.env)).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^ACTIONS_|OUTPUT|ENV|STATE/)]),
		);
		expect(made.keptFiles).toEqual(own.map(() => '/files/x'));
		expect(made.heldBack).not.toEqual(expect.arrayContaining([expect.stringMatching(/^ACTIONS_R|OUTPUT/)]));
	}
	expect((await commandEnvironment(job, plain)).env).toEqual({GITHUB_SHA: 'x', CI: 'true', GITHUB_ACTIONS: 'true'});
	const elsewhere = await commandEnvironment(env, plain);
	expect(elsewhere).toMatchObject({keptFiles: [], heldBack: runtime.toSorted()});
	expect(Object.keys(elsewhere.env)).toEqual(expect.arrayContaining(own));
});
