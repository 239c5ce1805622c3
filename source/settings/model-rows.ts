import {address, alias, choice, number, optional, secret, text, truth, words} from './kind.ts';
import {
	type PresetName,
	type ProviderId,
	presetNamed,
	presetWords,
	providerIds,
	providerNamed,
	providerWords,
	readModelName,
} from './providers.ts';
import {row, type Setting} from './setting.ts';

const provider = alias('<id>', providerWords, providerNamed);
const preset = alias('<name>', presetWords, presetNamed);

export const clients = ['auto', 'codex', 'copilot'] as const;
export const budgetPeriods = ['run', 'day', 'month'] as const;

const commands = ['apply', 'analyze', 'review', 'doctor', 'setup'];
/** What sends, spends or decides whom to trust. */
const guarded = {commands, project: 'forbidden'} as const;
/** What a project may know better than its reader. */
const open = {commands, project: 'allowed'} as const;
/** For a benchmark too, which names its providers itself. */
const measured = {commands: [...commands, 'bench'], flagless: ['bench']} as const;

const addressVariables = {
	local: 'LOCAL_BASE_URL',
	'api-a': 'OPENAI_BASE_URL',
	'api-b': 'ANTHROPIC_BASE_URL',
} as const;
const served = Object.keys(addressVariables) as (keyof typeof addressVariables)[];

/** The settings of model requests, under `llm:` in files. */
export const modelRows = {
	llmEnabled: row({
		...guarded,
		key: 'llm.enabled',
		variable: 'CR_LLM_ENABLED',
		flag: '--llm-enabled',
		kind: truth,
		default: false,
		help: 'ask a model about findings that no reviewer wrote as code; a preset or provider flag turns it on too',
	}),
	llmPreset: row<PresetName | null>({
		...guarded,
		key: 'llm.preset',
		variable: 'CR_LLM_PRESET',
		flag: '--llm-preset',
		kind: optional(preset),
		default: null,
		help: 'a provider and a model in one word',
	}),
	llmProvider: row<ProviderId | null>({
		...guarded,
		...measured,
		key: 'llm.provider',
		variable: 'CR_LLM_PROVIDER',
		flag: '--llm-provider',
		kind: optional(provider),
		default: null,
		help: 'who is asked',
	}),
	llmModel: row<string | null>({
		...guarded,
		...measured,
		key: 'llm.model',
		variable: 'CR_LLM_MODEL',
		flag: '--llm-model',
		kind: text('<name>', 'the name of a model or of a tier (7b, mini, mid, ...)'),
		default: null,
		help: 'model or tier of the provider (its usual one by default)',
	}),
	llmApiKey: row<string | null>({
		...guarded,
		...measured,
		key: 'llm.api_key',
		variable: 'CR_LLM_API_KEY',
		flag: '--llm-api-key',
		kind: secret('<key>'),
		default: null,
		help: 'key of the provider; better given as CR_LLM_API_KEY, where other users cannot see it',
	}),
	llmBaseUrl: row<string | null>({
		...guarded,
		...measured,
		key: 'llm.base_url',
		variable: 'CR_LLM_BASE_URL',
		flag: '--llm-base-url',
		kind: address,
		default: null,
		help: 'address of the provider instead of its own; also of servers that speak the same protocol',
	}),
	llmClient: row<(typeof clients)[number]>({
		...guarded,
		...measured,
		key: 'llm.client',
		variable: 'CR_LLM_CLIENT',
		flag: '--llm-client',
		kind: choice('<program>', clients),
		default: 'auto',
		help: 'which program serves cli-b',
	}),
	llmFallback: row<readonly string[]>({
		...guarded,
		key: 'llm.fallback',
		variable: 'CR_LLM_FALLBACK',
		flag: '--llm-fallback',
		kind: words('<id[:model]>', `providers: ${providerWords.join(', ')}, with :model or without`, word =>
			Boolean(readModelName(word)),
		),
		default: [],
		help: 'whom to ask next where a provider cannot be used',
	}),
	costBudget: row({
		...open,
		commands: measured.commands,
		project: 'lower',
		key: 'llm.cost_budget',
		variable: 'CR_LLM_COST_BUDGET',
		flag: '--cost-budget',
		kind: number('<usd>', {from: 0, to: Number.POSITIVE_INFINITY, unit: ' (US dollars)'}),
		default: 5,
		help: 'most that may be spent, in US dollars',
	}),
	budgetPeriod: row<(typeof budgetPeriods)[number]>({
		...guarded,
		...measured,
		key: 'llm.budget_period',
		variable: 'CR_LLM_BUDGET_PERIOD',
		flag: '--budget-period',
		kind: choice('<period>', budgetPeriods),
		default: 'run',
		help: 'what the budget is for',
	}),
	price: row<readonly string[]>({
		...guarded,
		commands: measured.commands,
		key: 'llm.price',
		variable: 'CR_LLM_PRICE',
		flag: '--price',
		kind: words('<model=in/cached/out>', 'prices such as my-model=0.5/0.05/1.5 (US dollars per million tokens)', word =>
			/^[^=\s]+=\d*\.?\d+\/\d*\.?\d+\/\d*\.?\d+$/.test(word),
		),
		default: [],
		help: 'price of a model that is not in the table, or is out of date there',
	}),
	confidence: row({
		...open,
		key: 'llm.confidence',
		variable: 'CR_LLM_CONFIDENCE',
		flag: '--confidence',
		kind: number('<0-1>', {from: 0, to: 1}),
		default: 0.5,
		help: "least confidence at which a model's change is taken",
	}),
	parallel: row({
		...open,
		key: 'parallel',
		variable: 'CR_PARALLEL',
		flag: '--parallel',
		kind: truth,
		default: false,
		help: 'ask about several findings at the same time',
	}),
	maxWorkers: row({
		...open,
		key: 'max_workers',
		variable: 'CR_MAX_WORKERS',
		flag: '--max-workers',
		kind: number('<n>', {from: 1, to: 64, whole: true}),
		default: 4,
		help: 'how many at the same time, with --parallel',
	}),
	llmTimeout: row({
		...guarded,
		key: 'llm.timeout',
		variable: null,
		flag: '--llm-timeout',
		kind: number('<s>', {from: 1, to: 3600, unit: ' (seconds)'}),
		default: 60,
		help: 'how long one request may take, in seconds',
	}),
	allowRemote: row({
		...guarded,
		key: 'llm.allow_remote',
		variable: 'CR_LLM_ALLOW_REMOTE',
		flag: '--allow-remote',
		kind: truth,
		default: false,
		help: 'let the fallback of a local provider send texts to others',
	}),
	allowRemoteLocal: row({
		...measured,
		project: 'user-only',
		key: 'llm.allow_remote_local',
		variable: null,
		flag: null,
		kind: truth,
		default: false,
		help: 'let the local provider be a server on another machine',
	}),
	breakerEnabled: row({
		...open,
		...measured,
		key: 'llm.circuit_breaker_enabled',
		variable: 'CR_LLM_CIRCUIT_BREAKER_ENABLED',
		flag: null,
		kind: truth,
		default: true,
		help: 'stop asking a provider that keeps failing; turning this off is not recommended',
	}),
	breakerThreshold: row({
		...open,
		...measured,
		key: 'llm.circuit_breaker_threshold',
		variable: 'CR_LLM_CIRCUIT_BREAKER_THRESHOLD',
		flag: null,
		kind: number('<n>', {from: 1, to: 1000, whole: true}),
		default: 5,
		help: 'failures in a row after which the circuit opens',
	}),
	breakerCooldown: row({
		...open,
		...measured,
		key: 'llm.circuit_breaker_cooldown',
		variable: 'CR_LLM_CIRCUIT_BREAKER_COOLDOWN',
		flag: null,
		kind: number('<s>', {from: 0.1, to: 86_400, unit: ' (seconds)'}),
		default: 60,
		help: 'seconds after which an open circuit lets one request through',
	}),
	retryOnRateLimit: row({
		...open,
		key: 'llm.retry_on_rate_limit',
		variable: 'CR_LLM_RETRY_ON_RATE_LIMIT',
		flag: null,
		kind: truth,
		default: true,
		help: 'ask again after a rate limit, an overload, a time-out or a broken connection',
	}),
	retryMaxAttempts: row({
		...open,
		key: 'llm.retry_max_attempts',
		variable: 'CR_LLM_RETRY_MAX_ATTEMPTS',
		flag: null,
		kind: number('<n>', {from: 1, to: 10, whole: true}),
		default: 3,
		help: 'attempts in all for one request',
	}),
	cacheEnabled: row({
		...open,
		key: 'llm.cache_enabled',
		variable: 'CR_LLM_CACHE_ENABLED',
		flag: null,
		kind: truth,
		default: true,
		help: 'keep answers for seven days and use them again',
	}),
	...ofEach(providerIds, 'model', id =>
		row<string | null>({
			...guarded,
			...measured,
			project: 'user-only',
			key: `llm.providers.${id}.model`,
			variable: null,
			flag: null,
			kind: text('<name>', 'the name of a model or of a tier'),
			default: null,
			help: `model of ${id} where none is asked for`,
		}),
	),
	...ofEach(served, 'baseUrl', id =>
		row<string | null>({
			...guarded,
			...measured,
			project: 'user-only',
			key: `llm.providers.${id}.base_url`,
			variable: addressVariables[id],
			flag: null,
			kind: address,
			default: null,
			help: `address of ${id} where none is asked for`,
		}),
	),
} as const;

/** One row for each of some providers, named `<id>.<name>`. */
function ofEach<Id extends ProviderId, const Name extends string, Value>(
	ids: readonly Id[],
	name: Name,
	rowOf: (id: Id) => Setting<Value>,
): {[Each in Id as `${Each}.${Name}`]: Setting<Value>} {
	return Object.fromEntries(ids.map(id => [`${id}.${name}`, rowOf(id)])) as {
		[Each in Id as `${Each}.${Name}`]: Setting<Value>;
	};
}
