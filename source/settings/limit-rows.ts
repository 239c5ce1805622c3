import {choice, type Kind, number, off, on, secret, unset, words} from './kind.ts';
import {measured, ofModel, open} from './model-scopes.ts';
import {row} from './setting.ts';
import {storeAddress} from './store-address.ts';

const budgetPeriods = ['run', 'day', 'month'] as const;

const oneLine = secret('<key>');

/** Shorter ones could be found by trying. */
const shortestKey = 16;

const signingKey: Kind<string> = {
	...oneLine,
	accepted: `one line of at least ${shortestKey} characters`,
	read: raw => {
		const text = oneLine.read(raw);
		return text !== undefined && text.length >= shortestKey ? text : undefined;
	},
};

/** Settings that limit model requests: budget, confidence, time, reach and retries. */
export const limitRows = {
	costBudget: row({
		...open,
		commands: measured.commands,
		project: 'lower',
		key: 'llm.cost_budget',
		flag: '--cost-budget',
		kind: number('<usd>', {from: 0, to: Number.POSITIVE_INFINITY, unit: ' (US dollars)'}),
		default: 5,
		help: 'set the maximum spend in US dollars',
	}),
	budgetPeriod: row<(typeof budgetPeriods)[number]>({
		...measured,
		key: 'llm.budget_period',
		kind: choice('<period>', budgetPeriods),
		default: 'run',
		help: 'set the period that the budget covers',
	}),
	storeUrl: row({
		...measured,
		...unset(storeAddress),
		commands: [...measured.commands, 'undo', 'fleet'],
		forWrites: true,
		project: 'user-only',
		key: 'store_url',
		help: 'share budgets, write limits and answers through this Redis or Valkey server',
	}),
	storeKey: row({
		...ofModel,
		...unset(signingKey),
		project: 'user-only',
		key: 'store_key',
		help: 'share answers with machines that have the same key, which signs them',
	}),
	price: row<readonly string[]>({
		...ofModel,
		commands: measured.commands,
		key: 'llm.price',
		kind: words(
			'<model=in/cached/out[/write]>',
			'prices such as my-model=0.5/0.05/1.5 (US dollars per million tokens; a fourth figure is for cache writes)',
			word => /^[^=\s]+=\d*\.?\d+(?:\/\d*\.?\d+){2,3}$/.test(word),
		),
		default: [],
		help: 'set the price of a model whose price is unknown or outdated',
	}),
	confidence: row({
		...open,
		project: 'higher',
		key: 'llm.confidence',
		kind: number('<0-1>', {from: 0, to: 1}),
		default: 0.5,
		help: "set the minimum confidence for accepting a model's change",
	}),
	parallel: row({
		...open,
		...off,
		key: 'parallel',
		flag: '--parallel',
		help: 'send several requests at once',
	}),
	maxWorkers: row({
		...open,
		key: 'max_workers',
		flag: '--max-workers',
		kind: number('<n>', {from: 1, to: 64, whole: true}),
		default: 4,
		help: 'limit concurrent requests with --parallel; ollama gets 1 unless you set this',
	}),
	llmTimeout: row({
		...ofModel,
		key: 'llm.timeout',
		variable: null,
		kind: number('<s>', {from: 1, to: 3600, unit: ' (seconds)'}),
		default: 60,
		help: "limit one request, or a local model's silence, to this many seconds",
	}),
	answerTimeout: row({
		...measured,
		...unset(number('<s>', {from: 1, to: 36_000, unit: ' (seconds)'})),
		key: 'llm.answer_timeout',
		help: "limit a local model's whole answer; by default, 10 times llm.timeout",
	}),
	allowRemote: row({
		...ofModel,
		...off,
		key: 'llm.allow_remote',
		flag: '--allow-remote',
		help: 'let a local provider fall back to one that sends data off this machine',
	}),
	allowRemoteLocal: row({
		...measured,
		...off,
		project: 'user-only',
		key: 'llm.allow_remote_local',
		variable: null,
		help: 'allow a server on another machine as the local provider',
	}),
	breakerEnabled: row({
		...measured,
		...on,
		project: 'higher',
		key: 'llm.circuit_breaker_enabled',
		help: 'pause requests to a provider that keeps failing (turning this off is not recommended)',
	}),
	breakerThreshold: row({
		...measured,
		project: 'lower',
		key: 'llm.circuit_breaker_threshold',
		kind: number('<n>', {from: 1, to: 1000, whole: true}),
		default: 5,
		help: 'open the circuit after this many failures in a row',
	}),
	breakerCooldown: row({
		...measured,
		project: 'higher',
		key: 'llm.circuit_breaker_cooldown',
		kind: number('<s>', {from: 0.1, to: 86_400, unit: ' (seconds)'}),
		default: 60,
		help: 'let one request through an open circuit after this many seconds',
	}),
	waitForCircuit: row({
		...ofModel,
		...off,
		key: 'llm.wait_for_circuit',
		help: 'wait once for an open circuit, at most 5 minutes, and send again what it refused',
	}),
	retryOnRateLimit: row({
		...open,
		...on,
		project: 'lower',
		key: 'llm.retry_on_rate_limit',
		help: 'retry after a rate limit',
	}),
	retry: row({
		...open,
		...on,
		project: 'lower',
		key: 'llm.retry',
		help: 'retry after an overload, a timeout, a server error or a lost connection',
	}),
	retryMaxAttempts: row({
		...open,
		project: 'lower',
		key: 'llm.retry_max_attempts',
		kind: number('<n>', {from: 1, to: 10, whole: true}),
		default: 3,
		help: 'limit the attempts for one request',
	}),
	cacheEnabled: row({
		...open,
		...on,
		key: 'llm.cache_enabled',
		help: 'reuse answers for seven days',
	}),
} as const;
