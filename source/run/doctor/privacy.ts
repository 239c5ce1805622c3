import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import {isIP, type Socket} from 'node:net';
import {Failure} from '../../failure.ts';
import {type AttemptLimits, attempting, loading} from '../../llm/guards/attempt.ts';
import {withinTime} from '../../llm/guards/timeout.ts';
import type {ModelRequest, ProviderCheck} from '../../llm/providers/provider.ts';
import {openProvider, type Provider} from '../../llm/providers/registry.ts';
import {selectProviders} from '../../llm/select.ts';
import {isOnMachine} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {messageOf} from '../../system/errors.ts';
import {isOnThisMachine} from '../../system/loopback.ts';
import {count} from '../../text/sentences.ts';
import type {Context} from '../context.ts';
import {attempt, type Check, failedCheck, passedCheck, violation, warningCheck} from './check.ts';
import {limitsOf} from './providers.ts';
import {checkPrivacyOfAnswers} from './shared-answers.ts';

/**
 * Whether texts stay on this machine: who is configured to get them and, where that is nobody else, which connections a
 * real question opens. What is configured and not enabled gets none, so that all that is wrong with it is a warning.
 */
export async function* checkPrivacy(settings: Settings, context: Context): AsyncGenerator<Check> {
	if (settings.llmProvider === null) {
		yield passedCheck('privacy', 'no provider is selected: nothing is sent to a model');
		return;
	}
	for await (const check of checkSelected(settings, context)) {
		const isSpared = check.status === 'failed' && !settings.llmEnabled;
		yield isSpared ? warningCheck(check.name, `configured but not enabled: ${check.detail}`, check.remedy) : check;
	}
	if (isOnMachine(settings.llmProvider) && context.env.CR_LLM_API_KEY) {
		yield warningCheck(
			'privacy',
			'CR_LLM_API_KEY is set, but the local provider needs no key',
			'Unset CR_LLM_API_KEY.',
		);
	}
}

async function* checkSelected(settings: Settings, context: Context): AsyncGenerator<Check> {
	const selected = await attempt(() => selectProviders(settings, context));
	if (selected instanceof Failure) {
		yield failedCheck('privacy', selected);
		return;
	}
	for (const {provider: id, options} of selected) {
		const provider = await attempt(async () => openProvider(id, options));
		if (provider instanceof Failure) yield failedCheck('privacy', provider);
		else if (provider.isLocal) yield await watch(provider, limitsOf(settings, context), context);
		else if (isOnMachine(id))
			yield violation(`comments and code go to ${provider.address}, another machine`, ownMachine);
		else yield violation(`comments and code go to ${provider.address}, ${receiverAt(provider.address)}`, noOthers);
	}
	const answers = checkPrivacyOfAnswers(settings);
	if (answers) yield answers;
}

/** A server on this machine can be a model or a relay: its address does not show which. @param address or the name of a program */
function receiverAt(address: string): string {
	const isHere = URL.canParse(address) && isOnThisMachine(new URL(address).hostname);
	return isHere ? 'a server on this machine that may pass them on' : 'a third party';
}

const noOthers = 'Set the provider to ollama, without a fallback to others; unset CR_LLM_API_KEY.';
const ownMachine = 'Use the model server on this machine: LOCAL_BASE_URL=http://127.0.0.1:11434.';

async function watch(provider: Provider, limits: AttemptLimits, {signal}: Context): Promise<Check> {
	const seen = new Set<string>();
	const opened: Socket[] = [];
	const listen = (message: unknown) => {
		const {socket} = message as {socket: Socket};
		opened.push(socket);
		socket.once('lookup', (_error, address) => seen.add(address));
		socket.once('connect', () => socket.remoteAddress && seen.add(socket.remoteAddress));
	};
	await provider.load();
	subscribe('net.client.socket', listen);
	try {
		const failure = await askOnce(provider, limits, signal);
		if (failure) return notAnswered(failure.detail, failure.remedy);
	} catch (error) {
		if (signal.aborted) throw error;
		return notAnswered(`the test request failed: ${messageOf(error)}`, 'Check the provider.');
	} finally {
		unsubscribe('net.client.socket', listen);
	}
	const strangers = [...seen].filter(address => !isLoopbackAddress(address));
	if (strangers.length > 0)
		return violation(`a request to ${provider.address} opened connections to ${strangers.join(', ')}`, noOthers);
	return passedCheck(
		'privacy',
		`a request to ${provider.address} opened ${count(opened.length, 'connection')}, all on this machine`,
	);
}

const notAnswered = (detail: string, remedy: string) =>
	failedCheck('privacy', new Failure('failed', 'check', detail, remedy));

/** Asks one question where all is well, else tells which check failed. */
async function askOnce(provider: Provider, limits: AttemptLimits, signal: AbortSignal): Promise<ProviderCheck | null> {
	const failed = await withinTime(within => firstFailed(provider.check(within)), limits, signal);
	if (failed) return failed;
	await loading(provider, limits, signal);
	await attempting(provider, limits)(question, signal);
	return null;
}

async function firstFailed(checks: AsyncIterable<ProviderCheck>): Promise<ProviderCheck | null> {
	for await (const check of checks) if (check.status === 'failed') return check;
	return null;
}

const isLoopbackAddress = (address: string) =>
	isIP(address) === 4 ? address.startsWith('127.') : address === '::1' || address.startsWith('::ffff:127.');

const question: ModelRequest = {
	head: 'Answer with JSON.',
	body: 'Say that you are there.',
	schema: {
		type: 'object',
		properties: {there: {type: 'boolean'}},
		required: ['there'],
		additionalProperties: false,
	},
	schemaName: 'presence',
	maximumOutputTokens: 64,
	key: 'presence',
};
