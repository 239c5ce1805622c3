/** Faults by the beginning of their message. */
type Beginnings = Readonly<Record<string, readonly string[]>>;

const ofEveryService: Beginnings = {
	'Worker timeout waiting for response': ['hang', 'hang-in-body'],
	'the answer was cut off at the output limit': ['truncated'],
	'the model declined to answer': ['refusal', 'filtered'],
};

const ollama: Beginnings = {
	'Ollama: unauthorized': ['auth'],
	'Ollama: cloud is disabled': ['forbidden'],
	'Ollama: too many requests': ['rate-limit'],
	'Ollama: server busy, please try again': ['overloaded'],
	'Ollama: llama runner process has terminated': ['server-error'],
	'model requires more system memory (48.3 GiB) than is available': ['out-of-memory'],
	'Ollama: request (9074 tokens) exceeds the available context size (8192 tokens)': ['too-large'],
	'Ollama: status 502': ['html'],
	'The server at http://127.0.0.1 does not behave like Ollama: a line of its answer is not JSON': [
		'portal',
		'malformed',
	],
	'The server at http://127.0.0.1 does not behave like Ollama: a line is not an object': ['not-object'],
	'The server at http://127.0.0.1 does not behave like Ollama: it does not have the requested path': ['not-found'],
	'The server at http://127.0.0.1 does not behave like Ollama: it returned a redirect (307)': ['redirect'],
	'The server at http://127.0.0.1 does not behave like Ollama: a line of its answer is too long': ['flood'],
	'the answer repeats itself; try a larger model than ': ['endless'],
	'the answer has no end; try a larger model than ': ['no-end'],
	"Ollama's answer ended before it was complete": ['empty-object', 'empty'],
	"Ollama's answer ended in the middle of a line": ['half-line'],
	'The connection to Ollama broke': ['cut-before-headers', 'cut-in-body'],
	'Ollama: an error was encountered while running the model': ['mid-stream-error'],
	'the answer is not JSON': ['refusal'],
};

/** @param own what differs between the vendors */
const ofApi = (vendor: string, host: string, address: string, own: Beginnings): Beginnings => ({
	'Permission denied (403 Forbidden): ': ['forbidden'],
	'Rate limit exceeded: quota exceeded: ': ['billing', 'quota'],
	'Rate limit exceeded: ': ['rate-limit', 'rate-limit-silent'],
	[`${vendor} is overloaded (503): `]: ['unavailable'],
	[`${vendor} returned an error (500): `]: ['server-error'],
	[`${vendor} returned an error (502)`]: ['html'],
	[`${vendor} timed out (504): `]: ['gateway-timeout'],
	[`${vendor} timed out (408): `]: ['request-timeout'],
	'The request is too long for the model: ': ['too-large'],
	[`${address} sent an invalid answer: it is not a JSON object`]: ['portal', 'malformed', 'not-object'],
	[`${address} sent an invalid answer: it is empty`]: ['empty'],
	[`${address} sent an invalid answer: it is too long`]: ['flood'],
	[`${host} returned a redirect (307)`]: ['redirect'],
	[`The connection to ${host} broke: `]: ['cut-before-headers', 'cut-in-body'],
	...own,
});

/** @param own what differs between the programs */
const ofClient = (name: string, own: Beginnings): Beginnings => ({
	'Not authenticated: ': ['not-logged-in', 'expired', 'revoked'],
	'subscription required: ': ['api-key-login', 'subscription', 'policy'],
	'Rate limit exceeded: ': ['rate-limit'],
	'Rate limit exceeded: the quota is used up: ': ['usage-window', 'quota'],
	'model does not exist: ': ['model-missing', 'model-retired'],
	[`${name} cannot reach its service: `]: ['server-down'],
	[`the service behind ${name} returned an error: `]: ['server-error', 'page'],
	[`the service behind ${name} is overloaded: `]: ['overloaded', 'at-capacity'],
	'The request is too long for the model: ': ['too-large'],
	[`${name} sent an invalid answer: its output is too long`]: ['flood', 'flood-stderr'],
	[`${name} sent an invalid answer: it exited with 0 and no output`]: ['silence'],
	[`${name} sent an invalid answer: `]: ['garbage'],
	[`${name} used a tool or tried to, although all tools are disabled; its answer was discarded`]: [
		'tool-use',
		'tool-refused',
	],
	[`${name} ended before the answer was complete`]: ['crash', 'cut-off'],
	...own,
});

const openai = ofApi('OpenAI', 'api.openai.com', 'https://api.openai.com/v1', {
	'Incorrect or invalid API key (401 Unauthorized): ': ['auth'],
	'OpenAI is overloaded (503): The engine is currently overloaded': ['overloaded'],
	'https://api.openai.com/v1 sent an invalid answer: status is missing or invalid': ['empty-object'],
});

const anthropic = ofApi('Anthropic', 'api.anthropic.com', 'https://api.anthropic.com', {
	'Invalid API key; the key header (x-api-key) is invalid (401 Unauthorized)': ['auth'],
	'Anthropic is overloaded (529)': ['overloaded'],
	'https://api.anthropic.com sent an invalid answer: model is missing or invalid': ['empty-object'],
});

const claude = ofClient('claude', {
	'claude 2.1.330 is an unsupported version: unknown option ': ['too-new'],
	'claude 2.1.197 is an unsupported version: unknown option ': ['too-old'],
	'the answer was cut off at the output limit': ['cut-short'],
});

const codex = ofClient('codex', {
	'codex is an unsupported version or another program: ': ['too-new'],
	'codex 0.98.0 is an unsupported version: unexpected argument ': ['too-old'],
	'codex cannot reach its service: unexpected status 403 Forbidden: <html': ['page'],
	'the model reached its output limit before it answered': ['cut-short'],
});

const copilot = ofClient('copilot', {
	'copilot 1.0.102 is an unsupported version: unknown option ': ['too-new'],
	'copilot 0.0.354 is an unsupported version: unknown option ': ['too-old'],
	'copilot ended before the answer was complete': ['cut-short', 'filtered'],
	'copilot ended before the answer was complete: Failed to get response from the AI model': ['cut-off'],
	'Worker timeout waiting for response': ['page'],
});

const byService: Readonly<Record<string, Beginnings>> = {
	ollama,
	openai,
	anthropic,
	'claude-cli': claude,
	'codex-cli': codex,
	copilot,
};

/** How the message of a service's fault begins, without ports: the most particular row; empty if the fault has none. */
export const beginningOf = (service: string, fault: string): string =>
	[ofEveryService, byService[service] ?? {}]
		.flatMap(rows => Object.entries(rows).flatMap(([beginning, faults]) => (faults.includes(fault) ? beginning : [])))
		.at(-1) ?? '';
