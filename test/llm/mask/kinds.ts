import fc from 'fast-check';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const hex = `${digits}abcdef`;
const all = lower + upper + digits;

/** Characters from a set, drawn from a seed; with a digit, a small and a capital letter where the set has them. */
const random = (set: string, length: number, seed: number): string => {
	const [drawn] = fc.sample(fc.array(fc.constantFrom(...set), {minLength: length, maxLength: length}), {
		numRuns: 1,
		seed: seed * 1000 + length,
	});
	const rare = [digits, lower, upper].filter(kind => [...kind].some(one => set.includes(one)));
	return drawn!
		.map((one, index) => (index > 2 && index < 3 + rare.length ? pick(rare[index - 3]!, set) : one))
		.join('');
};
const pick = (kind: string, set: string) => [...kind].find(one => set.includes(one))!;

type Part = string | readonly [set: string, length: number];
/** Parts are joined at run time, so that a key is not taken for a real one. */
const kind =
	(...parts: Part[]) =>
	(seed: number) =>
		parts.map((part, index) => (typeof part === 'string' ? part : random(part[0], part[1], seed + index))).join('');

/** Kinds of keys, as their services make them, that their own text gives away. */
export const unmistakable: Readonly<Record<string, (seed: number) => string>> = {
	age: kind('AGE-SECRET', '-KEY-1', ['QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58]),
	airtable: kind('pat', [all, 14], '.', [hex, 64]),
	alibaba: kind('LT', 'AI', [all, 20]),
	anthropic: kind('sk-', 'ant-api03-', [all, 93], 'AA'),
	artifactory: kind('AK', 'Cp', [all, 69]),
	atlassian: kind('ATATT3x', 'FfGF0', [all, 180]),
	awsId: kind('AK', 'IA', [upper, 16]),
	bitbucket: kind('AT', 'BB', [all, 32]),
	buildkite: kind('bk', 'ua_', [hex, 40]),
	circleci: kind('CCI', 'PAT_', [all, 22], '_', [hex, 40]),
	contentful: kind('CF', 'PAT-', [all, 43]),
	crates: kind('c', 'io', [all, 32]),
	databricks: kind('da', 'pi', [hex, 32]),
	deno: kind('dd', 'p_', [all, 36]),
	digitalocean: kind('do', 'p_v1_', [hex, 64]),
	discord: kind('MT', [all, 24], '.', [all, 6], '.', [all, 38]),
	docker: kind('dckr', '_pat_', [all, 27]),
	doppler: kind('dp', '.pt.', [all, 43]),
	dropbox: kind('s', 'l.', [all, 136]),
	dynatrace: kind('dt0', 'c01.', [upper + digits, 24], '.', [upper + digits, 64]),
	facebook: kind('EA', 'AC', [all, 160]),
	figma: kind('fig', 'd_', [all, 40]),
	fly: kind('Fly', 'V1 ', 'fm2_', [all, 120]),
	github: kind('gh', 'p_', [all, 36]),
	githubFine: kind('github', '_pat_', [all, 22], '_', [all, 59]),
	gitlab: kind('gl', 'pat-', [all, 20]),
	google: kind('AI', 'za', [all, 35]),
	grafana: kind('gl', 'sa_', [all, 32], '_', [hex, 8]),
	groq: kind('gs', 'k_', [all, 52]),
	heroku: kind('HR', 'KU-AA', [all, 58]),
	hubspot: kind('pat', '-na1-', [hex, 8], '-', [hex, 4], '-', [hex, 4], '-', [hex, 4], '-', [hex, 12]),
	huggingface: kind('hf', '_', [lower + upper, 34]),
	jwt: kind('eyJ', [all, 30], '.eyJ', [all, 60], '.', [all, 43]),
	langsmith: kind('lsv2', '_pt_', [hex, 32], '_', [hex, 10]),
	linear: kind('lin', '_api_', [all, 40]),
	mailchimp: kind([hex, 32], '-us', '14'),
	mailgun: kind('ke', 'y-', [hex, 32]),
	netlify: kind('nf', 'p_', [all, 36]),
	newRelic: kind('NR', 'AK-', [upper + digits, 27]),
	notion: kind('nt', 'n_', [digits, 11], [all, 35]),
	notionOld: kind('secr', 'et_', [all, 43]),
	npm: kind('np', 'm_', [all, 36]),
	nuget: kind('oy', '2', [lower + digits, 43]),
	openai: kind('sk-', 'proj-', [all, 74], 'T3Blbk', 'FJ', [all, 74]),
	perplexity: kind('pp', 'lx-', [all, 48]),
	planetscale: kind('pscale', '_tkn_', [all, 43]),
	postman: kind('PM', 'AK-', [hex, 24], '-', [hex, 34]),
	pulumi: kind('pu', 'l-', [hex, 40]),
	pypi: kind('py', 'pi-', 'AgEIcHlwaS5vcmc', [all, 120]),
	replicate: kind('r', '8_', [all, 37]),
	resend: kind('r', 'e_', [all, 8], '_', [all, 24]),
	rubygems: kind('ruby', 'gems_', [hex, 48]),
	sendgrid: kind('S', 'G.', [all, 22], '.', [all, 43]),
	sendinblue: kind('xkey', 'sib-', [hex, 64], '-', [all, 16]),
	sentry: kind('sntr', 'ys_', [all, 140]),
	shopify: kind('shp', 'at_', [hex, 32]),
	slack: kind('xo', 'xb-', [digits, 12], '-', [digits, 12], '-', [all, 24]),
	slackApp: kind('xa', 'pp-1-', [upper + digits, 11], '-', [digits, 12], '-', [hex, 64]),
	square: kind('sq0', 'atp-', [all, 22]),
	squareAccess: kind('EA', 'AA', [all, 60]),
	stripe: kind('sk_', 'live_', [all, 24]),
	supabase: kind('sb', 'p_', [hex, 40]),
	tailscale: kind('ts', 'key-auth-', [all, 17], '-', [all, 32]),
	tavily: kind('tv', 'ly-', [all, 32]),
	telegram: kind([digits.slice(1), 10], ':AA', [all, 33]),
	terraform: kind([all, 14], '.atlas', 'v1.', [all, 67]),
	twilio: kind('S', 'K', [hex, 32]),
	vault: kind('hv', 's.', [all, 95]),
	xai: kind('xa', 'i-', [all, 80]),
};

/** Kinds that look like a hash, an id or any word: only a name before them gives them away. */
export const plain: Readonly<Record<string, (seed: number) => string>> = {
	awsSecret: kind([all, 40]),
	cloudflare: kind([all, 40]),
	datadog: kind([hex, 32]),
	okta: kind('00', [all, 40]),
	session: kind([hex, 64]),
};
