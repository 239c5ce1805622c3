import {constants} from 'node:fs';
import {access} from 'node:fs/promises';
import {dirname} from 'node:path';
import {exitCodes} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import {cacheFolder} from '../../llm/guards/answer-store.ts';
import {type AttemptLimits, attemptTimes} from '../../llm/guards/attempt.ts';
import {openServerJobs} from '../../llm/guards/server-jobs.ts';
import {type TimeLimit, withinTime} from '../../llm/guards/timeout.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {openProvider} from '../../llm/providers/registry.ts';
import {endingOf, ModelTrouble} from '../../llm/providers/trouble.ts';
import {type SelectedProvider, selectProviders} from '../../llm/select.ts';
import type {Settings} from '../../settings/table.ts';
import {systemCode} from '../../system/errors.ts';
import type {Context} from '../context.ts';
import {withEvents} from '../generators.ts';
import {attempt, type Check, failedCheck, passedCheck, skippedCheck, warningCheck} from './check.ts';

/** The checks of each provider that the settings name, its fallbacks too. */
export async function* checkProviders(settings: Settings, context: Context): AsyncGenerator<Check> {
	if (settings.llmProvider === null) {
		yield skippedCheck('provider', 'none selected; no model is used');
		return;
	}
	const selected = await attempt(() => selectProviders(settings, context));
	if (selected instanceof Failure) yield failedCheck('provider', selected);
	else for (const each of selected) yield* checkProvider(each, limitsOf(settings, context), context.signal);
}

/** A service that says nothing is one that cannot be used. */
export function limitsOf(settings: Settings, clock: Context): AttemptLimits {
	const times = attemptTimes(settings, settings.llmTimeout * 1000, {time: 'llm.timeout', workers: null});
	return {...times, clock, jobs: openServerJobs(() => {})};
}

async function* checkProvider(
	{provider: id, options}: SelectedProvider,
	limit: TimeLimit,
	signal: AbortSignal,
): AsyncGenerator<Check> {
	const provider = await attempt(async () => openProvider(id, options));
	if (provider instanceof Failure) {
		yield failedCheck(id, provider);
		return;
	}
	const {model, address} = provider;
	yield passedCheck(id, `selected: ${model} at ${address}`);
	await provider.load();
	const check = async (emit: (check: Check) => void, until: AbortSignal) => {
		const checkAll = async (within: AbortSignal) => {
			for await (const check of provider.check(within)) emit(asCheck(id, check));
		};
		await withinTime(checkAll, limit, until).catch(error => {
			if (!(error instanceof ModelTrouble)) throw error;
			emit(failedCheck(id, new Failure('failed', 'check', error.message, error.remedy)));
		});
	};
	yield* withEvents(check, signal);
}

function asCheck(provider: string, {name, status, detail, remedy, trouble}: ProviderCheck): Check {
	const exitCode = exitCodes[status === 'failed' ? endingOf(trouble) : 'done'];
	return {name: `${provider} ${name}`, status, detail, remedy, exitCode};
}

/** Whether answers of models can be kept. */
export async function* checkCache(settings: Settings, {env}: Context): AsyncGenerator<Check> {
	if (settings.llmProvider === null) return;
	const folder = cacheFolder(env);
	if (!settings.cacheEnabled) yield warningCheck('cache', 'turned off', 'Turn it on with llm.cache_enabled.');
	else if (folder === null)
		yield warningCheck('cache', 'neither HOME nor XDG_CACHE_HOME is set', 'Set HOME or XDG_CACHE_HOME.');
	else if (await canBeMade(folder)) yield passedCheck('cache', folder);
	else yield warningCheck('cache', `${folder} is not writable`, 'Make it writable. Until then, no answer is cached.');
}

async function canBeMade(folder: string): Promise<boolean> {
	try {
		await access(folder, constants.W_OK);
		return true;
	} catch (error) {
		const isMissing = systemCode(error) === 'ENOENT';
		return isMissing && dirname(folder) !== folder && canBeMade(dirname(folder));
	}
}
