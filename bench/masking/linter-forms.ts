import type {Random} from '../abuse/random.ts';
import {type KeyForm, type MadeUpKey, made, prefixed, wholeText} from './form.ts';

const slackTokens = 'https://api.slack.com/authentication/token-types';
const stripeKeys = 'https://docs.stripe.com/keys';
const gitlabTokens = 'https://docs.gitlab.com/security/tokens/';
const vaultTokens = 'https://developer.hashicorp.com/vault/docs/concepts/tokens';

/** The rules of secretlint's recommended preset, by the end of their ids, and forms that they find. */
export const linterForms: Readonly<Record<string, readonly KeyForm[]>> = {
	aws: [wholeText('AWS: secret access key with its name', readme('aws'), made('aws_secret_access_key = <base64 39>x'))],
	gcp: [wholeText('Google Cloud: service account', readme('gcp'), made(serviceAccount()))],
	privatekey: [
		wholeText('private key', readme('privatekey'), made(privateKey('RSA ', '\n'))),
		prefixed('private key in one line', readme('privatekey'), privateKey('', '\\n')),
	],
	npm: [
		prefixed(
			'npm: access token',
			'https://github.blog/2021-09-23-announcing-npms-new-access-token-format/',
			'npm_<alphanumeric 36>',
		),
		wholeText('npm: .npmrc', readme('npm'), made('//registry.npmjs.org/:_authToken=<uuid>')),
		prefixed('GitHub: token in an address', readme('npm'), 'https://<hex 40>:x-oauth-basic@github.com/owner/name'),
	],
	basicauth: [
		prefixed('basic authentication', readme('basicauth'), 'https://deploy:<alphanumeric 20>@build.example.net/path'),
	],
	slack: [
		prefixed('Slack: bot token', slackTokens, 'xoxb-<digits 12>-<digits 12>-<alphanumeric 24>'),
		prefixed('Slack: user token', slackTokens, 'xoxp-<digits 12>-<digits 12>-<digits 12>-<hex 32>'),
		prefixed('Slack: app-level token', slackTokens, 'xapp-1-<upperDigits 11>-<digits 13>-<hex 64>'),
		prefixed(
			'Slack: incoming webhook',
			'https://api.slack.com/messaging/webhooks',
			'https://hooks.slack.com/services/T<upperDigits 8>/B<upperDigits 10>/<alphanumeric 24>',
		),
	],
	sendgrid: [prefixed('SendGrid: API key', readme('sendgrid'), 'SG.<alphanumeric 22>.<alphanumeric 43>')],
	shopify: [
		prefixed(
			'Shopify: access token',
			'https://shopify.dev/changelog/length-of-the-shopify-access-token-is-increasing',
			'shpat_<hex 32>',
		),
		prefixed('Shopify: custom app', readme('shopify'), 'shpca_<hex 32>'),
		prefixed('Shopify: private app', readme('shopify'), 'shppa_<hex 32>'),
		prefixed(
			'Shopify: shared secret',
			'https://shopify.dev/changelog/app-secret-key-length-has-increased',
			'shpss_<hex 32>',
		),
	],
	stripe: [
		prefixed('Stripe: secret key', stripeKeys, 'sk_live_<alphanumeric 99>'),
		prefixed('Stripe: test key', stripeKeys, 'sk_test_<alphanumeric 24>'),
		prefixed('Stripe: restricted key', stripeKeys, 'rk_live_<alphanumeric 32>'),
	],
	github: [
		...['p', 'o', 'u', 's', 'r'].map(kind =>
			prefixed(
				`GitHub: gh${kind}`,
				'https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/',
				`gh${kind}_<alphanumeric 36>`,
			),
		),
		prefixed('GitHub: fine-grained token', readme('github'), 'github_pat_<alphanumeric 22>_<alphanumeric 59>'),
		prefixed(
			'GitHub: installation token',
			'https://github.blog/changelog/2026-04-24-notice-about-upcoming-new-format-for-github-app-installation-tokens/',
			'ghs_<digits 8>_eyJ<url 40>.eyJ<url 300>.<url 86>',
		),
	],
	gitlab: [
		prefixed('GitLab: personal token', gitlabTokens, 'glpat-<url 20>'),
		prefixed('GitLab: routable personal token', gitlabTokens, 'glpat-<alphanumeric 51>.<lowerDigits 9>'),
	],
	grafana: [
		prefixed(
			'Grafana: service account',
			'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
			'glsa_<alphanumeric 32>_<hex 8>',
		),
		prefixed(
			'Grafana: cloud token',
			'https://grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/api-keys/',
			'glc_eyJ<base64 120>',
		),
	],
	openai: [
		prefixed('OpenAI: project key', readme('openai'), 'sk-proj-<url 74>T3BlbkFJ<url 73>a'),
		prefixed('OpenAI: service account', readme('openai'), 'sk-svcacct-<url 74>T3BlbkFJ<url 73>a'),
		prefixed('OpenAI: admin key', readme('openai'), 'sk-admin-<url 58>T3BlbkFJ<url 57>a'),
		prefixed('OpenAI: user key', readme('openai'), 'sk-<alphanumeric 20>T3BlbkFJ<alphanumeric 20>'),
	],
	anthropic: [prefixed('Anthropic: API key', readme('anthropic'), 'sk-ant-api03-<url 93>AA')],
	groq: [prefixed('Groq: API key', readme('groq'), 'gsk_<alphanumeric 52>')],
	huggingface: [
		prefixed('Hugging Face: user token', 'https://huggingface.co/docs/hub/security-tokens', 'hf_<letters 34>'),
	],
	linear: [prefixed('Linear: API key', readme('linear'), 'lin_api_<alphanumeric 40>')],
	notion: [prefixed('Notion: integration token', readme('notion'), 'ntn_<digits 11><alphanumeric 35>')],
	'1password': [
		{
			...prefixed('1Password: service account', 'https://developer.1password.com/docs/service-accounts/security/', ''),
			make: onePassword,
		},
	],
	'database-connection-string': [
		prefixed(
			'MongoDB: address',
			readme('database-connection-string'),
			'mongodb+srv://app:<alphanumeric 20>@db.example.net/shop',
		),
		prefixed(
			'MySQL: address',
			readme('database-connection-string'),
			'mysql://app:<alphanumeric 20>@db.example.net:3306/shop',
		),
		prefixed(
			'PostgreSQL: address',
			readme('database-connection-string'),
			'postgres://app:<alphanumeric 20>@db.example.net:5432/shop',
		),
	],
	'hashicorp-vault': [
		prefixed('Vault: service token', vaultTokens, 'hvs.<url 95>'),
		prefixed('Vault: batch token', vaultTokens, 'hvb.<url 140>'),
		prefixed('Vault: recovery token', vaultTokens, 'hvr.<url 95>'),
	],
	vercel: ['vcp', 'vci', 'vca', 'vcr', 'vck'].map(prefix =>
		prefixed(`Vercel: ${prefix}`, readme('vercel'), `${prefix}_<alphanumeric 56>`),
	),
	databricks: [
		prefixed('Databricks: personal token', 'https://docs.databricks.com/aws/en/dev-tools/auth/pat', 'dapi<hex 32>'),
		prefixed('Databricks: personal token with a number', readme('databricks'), 'dapi<hex 32>-2'),
	],
	docker: [prefixed('Docker: personal token', 'https://docs.docker.com/security/access-tokens/', 'dckr_pat_<url 27>')],
	figma: [prefixed('Figma: personal token', readme('figma'), 'figd_<url 40>')],
	cloudflare: ['cfk', 'cfut', 'cfat'].map(prefix =>
		prefixed(
			`Cloudflare: ${prefix}`,
			'https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/',
			`${prefix}_<alphanumeric 40><hex 8>`,
		),
	),
	tailscale: ['api', 'auth', 'client', 'scim', 'webhook'].map(kind =>
		prefixed(
			`Tailscale: ${kind} key`,
			'https://tailscale.com/kb/1277/key-prefixes',
			`tskey-${kind}-<alphanumeric 12>CNTRL-<alphanumeric 32>`,
		),
	),
	// Has no form: it turns other rules off where a comment says so. Each key is also beside such a comment.
	'filter-comments': [],
};

function readme(rule: string): string {
	return `https://github.com/secretlint/secretlint/blob/master/packages/%40secretlint/secretlint-rule-${rule}/README.md`;
}

/** The lines of a private key, as a pattern. */
function privateKey(kind: string, lineEnd: string): string {
	const lines = ['MI<base64 62>', ...Array<string>(11).fill('<base64 64>')];
	return [`${'-----BEGIN'} ${kind}PRIVATE KEY-----`, ...lines, `${'-----END'} ${kind}PRIVATE KEY-----`, ''].join(
		lineEnd,
	);
}

function serviceAccount(): string {
	const fields = [
		'"type": "service_account"',
		'"private_key_id": "<hex 6>"',
		`"private_key": "${privateKey('', '\\n')}"`,
	];
	return `{\n  ${fields.join(',\n  ')}\n}`;
}

/** JSON in base64. */
function onePassword(random: Random): MadeUpKey {
	const {text: json} = made('{"email": "a@example.com", "secretKey": "<upperDigits 40>", "srpX": "<hex 128>"}')(random);
	const encoded = Buffer.from(json).toString('base64');
	return {text: `ops_${encoded}`, secrets: [encoded]};
}
