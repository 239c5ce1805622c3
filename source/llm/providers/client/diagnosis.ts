import {run, type Way} from '../../../failure.ts';
import {messageOf} from '../../../system/errors.ts';
import {plainStart} from '../../../text/shorten.ts';
import type {ProviderOptions} from '../provider.ts';
import {clientDefaultModel} from '../tier.ts';
import {kindOfStatus, longerContext, ModelTrouble, type ModelTroubleKind, waitAdvice} from '../trouble.ts';
import {withoutKeys} from '../without-keys.ts';
import type {ClientProgram, Sign, Symptom} from './program.ts';
import {readResetMs} from './reset-time.ts';

/** Signs that all clients share. Checked after a client's own signs and before the status, which is less specific. */
const commonSigns: readonly Sign[] = [
	{kind: 'not-installed', said: /unknown option|unexpected argument|unrecognized (?:option|feature)|unknown feature/i},
	{
		kind: 'unreachable',
		said: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|could not connect|connection refused|waiting for network|error sending request|lookup address/i,
	},
	{
		kind: 'cut-off',
		said: /ECONNRESET|socket hang up|stream disconnected|connection (?:was )?(?:closed|reset)|mid-response|stopped arriving|reading a body/i,
	},
	// One code for both, so the words come first.
	{kind: 'unreachable', code: /connection_failed/},
	{
		kind: 'too-large',
		said: /prompt is too long|context[_ ](?:window|limit|length)|maximum context|prompt token count of \d+ exceeds|exceeds the maximum length/i,
	},
	{kind: 'rate-limit', said: /rate limit|too many requests/i},
	{kind: 'overloaded', said: /overloaded|high demand|at capacity/i},
];

/** Statuses with another meaning here: 403 is the login, and the only thing that can be missing (404) is the model. */
const ownKinds = {403: 'authentication', 404: 'model-missing'} as const;

type Explanation = {text: string; remedy: string; ways?: readonly Way[]};

type Circumstances = {
	model: string;
	version: string | undefined;
	retryAfterMs: number | null;
	longestRetryMs: number | null;
};

const explanations: Record<ModelTroubleKind, (program: ClientProgram, about: Circumstances) => Explanation> = {
	authentication: ({login}) => ({text: 'Not authenticated', remedy: `Log in: ${login}`, ways: [run(login)]}),
	subscription: ({subscribe}) => ({text: 'subscription required', remedy: subscribe}),
	quota: () => ({
		text: 'Rate limit exceeded: the quota is used up',
		remedy: 'Wait until the quota resets, or choose another provider with --set llm.fallback=<name>.',
	}),
	'not-installed': (program, {version}) => ({
		text: [program.name, version, 'is an unsupported version', ...(version ? [] : ['or another program'])]
			.filter(part => part !== undefined)
			.join(' '),
		remedy: `Install ${requirement(program)}: ${latest(program)}`,
		ways: [run(latest(program))],
	}),
	'model-missing': ({name}, {model}) => ({
		text: model === clientDefaultModel ? 'model does not exist' : `model does not exist: ${model}`,
		remedy: `Correct the model name (--llm-model), or remove it to use the default of ${name}.`,
	}),
	unreachable: ({name}) => ({
		text: `${name} cannot reach its service`,
		remedy: 'Check the network and the proxy (HTTPS_PROXY).',
	}),
	'rate-limit': (_, {retryAfterMs, longestRetryMs}) => ({
		text: 'Rate limit exceeded',
		remedy: `${waitAdvice(retryAfterMs, longestRetryMs)} Use fewer workers.`,
	}),
	overloaded: ({name}) => ({text: `the service behind ${name} is overloaded`, remedy: 'Try again later.'}),
	'server-error': ({name}) => ({text: `the service behind ${name} returned an error`, remedy: 'Try again later.'}),
	timeout: ({name}) => ({text: `the service behind ${name} timed out`, remedy: 'Try again later.'}),
	'cut-off': ({name}) => ({text: `${name} ended before the answer was complete`, remedy: 'Try again later.'}),
	protocol: ({name}) => ({text: `${name} sent an invalid answer`, remedy: 'Try again later.'}),
	unfinished: ({name}) => ({
		text: `the model behind ${name} did not finish its answer`,
		remedy: 'Use a larger model.',
	}),
	'bad-request': ({name}) => ({
		text: `the service behind ${name} rejected the request`,
		remedy: 'Check the model (--llm-model).',
	}),
	'too-large': () => ({text: 'The request is too long for the model', remedy: longerContext}),
	'unsafe-client': ({name}) => ({
		text: `${name} used a tool or tried to, although all tools are disabled; its answer was discarded`,
		remedy: '',
	}),
};

/** `claude 2.1.329 or newer, which needs Node.js 22 or newer` */
const requirement = ({name, tried: {version, node}}: ClientProgram) =>
	`${name} ${version} or newer${node === null ? '' : `, which needs Node.js ${node} or newer`}`;

/** Without the tag, npm takes the newest version that fits the installed Node.js, which may be the unsupported one again. */
const latest = ({install}: ClientProgram) => `${install}@latest`;

/** What is known of a request besides its symptom: the model that it named, the moment, and the program's version. */
type World = {model?: string; now?: number; version?: string | undefined} & Pick<ProviderOptions, 'longestRetryMs'>;

export function diagnose(
	program: ClientProgram,
	symptom: Symptom,
	{model = '', now = 0, version, longestRetryMs = Number.POSITIVE_INFINITY}: World = {},
): ModelTrouble {
	const {spent} = symptom;
	const said = plainStart(symptom.said);
	const kind = kindOfSymptom(program, {...symptom, said});
	const retryAfterMs = kind === 'quota' || kind === 'rate-limit' ? readResetMs(said, now) : null;
	// If the service names a time, it is worth waiting for, although the client has given up.
	const isTriedOut = symptom.isTriedOut === true && retryAfterMs === null;
	const about = {model, version, retryAfterMs, longestRetryMs: isTriedOut ? null : longestRetryMs};
	const {text, ...help} = explanations[kind](program, about);
	const again = `If it happens again, install the current one: ${program.install}`;
	const quoted = withoutKeys(said).replace(/^error: /i, '');
	return new ModelTrouble(kind, quoted ? `${text}: ${quoted}` : text, {
		...(kind === 'protocol' && symptom.isUnread ? {remedy: again, ways: [run(program.install)]} : help),
		retryAfterMs,
		isTriedOut,
		spent: spent ?? (kind === 'protocol' || kind === 'cut-off' || kind === 'unsafe-client' ? 'unknown' : 'nothing'),
	});
}

function kindOfSymptom(
	program: ClientProgram,
	{said, status = null, code = '', kind, isUnread}: Symptom,
): ModelTroubleKind {
	if (kind) return kind;
	const fits = (sign: Sign) => sign.code?.test(code) || sign.said?.test(said);
	const sign = program.signs.find(fits) ?? commonSigns.find(fits);
	if (sign) return sign.kind;
	if (status !== null) return kindOfStatus(status, ownKinds);
	return isUnread ? 'protocol' : 'server-error';
}

/** There is no such program on the PATH. */
export function missingProgram(programs: readonly ClientProgram[]): ModelTrouble {
	const names = programs.map(({name}) => name).join(', ');
	const installs = programs.map(({install}) => install);
	const remedy = `Install it: ${installs.join(' or ')}`;
	return new ModelTrouble('not-installed', `command not found: ${names}`, {remedy, ways: installs.map(run)});
}

/** The client is logged in with an API key: it would cost money that no budget counts. */
export function meteredLogin({name, login, subscribe, forKeys}: ClientProgram, detail: string): ModelTrouble {
	return new ModelTrouble('subscription', `subscription required: ${name} is logged in with an API key (${detail})`, {
		remedy: `Log in with a subscription: ${login}. ${subscribe} With an API key, use the provider ${forKeys}.`,
		ways: [run(login)],
	});
}

export function notStarted({name, install}: ClientProgram, cause: unknown): ModelTrouble {
	const said = withoutKeys(messageOf(cause));
	const {code, syscall} = cause as NodeJS.ErrnoException;
	// ENOENT without `spawn`: the folder to run it in is missing, not the program.
	const isMissing = code === 'ENOENT' && syscall?.startsWith('spawn');
	return new ModelTrouble(isMissing ? 'not-installed' : 'unreachable', `${name} could not be started: ${said}`, {
		remedy: isMissing
			? `Install it again: ${install}`
			: 'Check the memory, the disk, the temporary folder (TMPDIR) and the limits of this machine.',
		ways: isMissing ? [run(install)] : [],
		cause,
	});
}
