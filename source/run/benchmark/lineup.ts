import {Failure, type Remedy} from '../../failure.ts';
import {priceOf, priceRemedy, readPrice} from '../../llm/prices.ts';
import {isVendorAddress} from '../../llm/providers/address.ts';
import type {Price} from '../../llm/providers/models.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {choiceOf, nameOfChoice, openProvider, ownerOfKey, type Provider, specOf} from '../../llm/providers/registry.ts';
import {selectProviders} from '../../llm/select.ts';
import {readChoice} from '../../llm/tiers.ts';
import {aliasOf, type ModelName, meteredIds, providerIds, readModelName} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {withinTime} from '../../system/unless-aborted.ts';
import type {Context} from '../context.ts';
import type {BenchmarkEvent, SkippedProvider} from './events.ts';

/** A provider that passed its check. */
export type Contender = {
	/** Unique: provider, model and effort. */
	name: string;
	provider: Provider;
	/** Null if tokens are free. */
	price: Price | null;
	/** The results of its check, in order. */
	checks: readonly ProviderCheck[];
};

/** Time limit for the check of a provider. Independent of `--timeout`, because a busy machine is no reason to skip one. */
const checkMs = 30_000;

type Emit = (event: BenchmarkEvent) => void;

/**
 * Opens and checks the providers to compare: the named ones, or all.
 * @param words `<id>[:model]`, with id or alias; none for all providers
 * @throws {Failure} usage `unknown-provider`, `foreign-tier`, `bad-model-name`; `no-usable-provider`
 */
export async function openLineup(
	words: readonly string[],
	settings: Settings,
	emit: Emit,
	context: Context,
): Promise<{contenders: Contender[]; leftOut: SkippedProvider[]}> {
	const prices = settings.price.map(readPrice);
	for (const word of words) readChoice(word);
	const named = words.flatMap(word => readModelName(word) ?? []);
	const asked = named.length > 0 ? named : providerIds.map(provider => ({provider, model: null}));
	const contenders: Contender[] = [];
	const leftOut: SkippedProvider[] = [];
	for (const one of asked) {
		const found = await openOne(one, ownSettings(one, asked, settings), prices, emit, context);
		if ('reason' in found) {
			leftOut.push(found);
			emit({type: 'left-out', left: found});
		} else if (!contenders.some(({name}) => name === found.name)) contenders.push(found);
	}
	if (contenders.length === 0) throw noneUsable(leftOut);
	return {contenders, leftOut};
}

/**
 * The settings for one provider. Model, key and address of the settings are only for the provider that they choose; a single
 * named provider counts as chosen. If no provider is chosen, a key belongs to the vendor with its prefix.
 */
function ownSettings({provider, model}: ModelName, asked: readonly ModelName[], settings: Settings): Settings {
	const chosen = settings.llmProvider ?? (asked.length === 1 ? provider : null);
	const isChosen = chosen === provider;
	const taker = meteredIds.find(id => id === chosen) ?? (settings.llmApiKey && ownerOfKey(settings.llmApiKey)?.id);
	return {
		...settings,
		llmProvider: provider,
		llmModel: model ?? (isChosen ? settings.llmModel : null),
		llmApiKey: taker === provider ? settings.llmApiKey : null,
		llmBaseUrl: isChosen ? settings.llmBaseUrl : null,
		llmFallback: [],
	};
}

async function openOne(
	asked: ModelName,
	settings: Settings,
	prices: readonly ReturnType<typeof readPrice>[],
	emit: Emit,
	context: Context,
): Promise<Contender | SkippedProvider> {
	let name = [aliasOf(asked.provider), asked.model].filter(Boolean).join(' ');
	const leave = (reason: string, remedy: Remedy, trouble: SkippedProvider['trouble']): SkippedProvider => {
		return {provider: asked.provider, name, reason, remedy, trouble};
	};
	try {
		const [{provider: id, options}] = await selectProviders(settings, context);
		// It measures each request once.
		const provider = await openProvider(id, {...options, longestRetryMs: null});
		name = nameOfChoice(provider);
		await provider.load();
		const checks: ProviderCheck[] = [];
		const failed = await withinTime(checkMs, context.signal, async signal => {
			for await (const check of provider.check(signal)) {
				emit({type: 'provider-check', provider: choiceOf(provider), check});
				checks.push(check);
				if (check.trouble) return leave(check.detail, check.remedy, check.trouble);
			}
			return null;
		});
		if (failed) return failed;
		const price = provider.isMetered ? priceOf(provider, prices, options.baseUrl) : null;
		if (provider.isMetered && !price) {
			const where = isVendorAddress(specOf(id), options.baseUrl) ? '' : ' at this address';
			const what = `the price of ${provider.model}${where} is unknown`;
			return leave(`${what}, so the budget cannot be guaranteed`, priceRemedy(provider.model), null);
		}
		return {name, provider, price, checks};
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof Failure) {
			const trouble = error.kind === 'authentication' ? 'authentication' : null;
			return leave(error.message, error.remedy, trouble);
		}
		if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
		return leave(`its check did not finish within ${checkMs / 1000} s`, 'Check it with pr-resolve doctor.', 'timeout');
	}
}

function noneUsable(leftOut: readonly SkippedProvider[]): Failure {
	const isUnknown = ({trouble}: SkippedProvider) => trouble === 'authentication' || trouble === 'subscription';
	const told = leftOut.flatMap(({name, reason, remedy}) => [`${name}: ${reason}`, ...(remedy ? [`  ${remedy}`] : [])]);
	return new Failure(
		leftOut.every(isUnknown) ? 'authentication' : 'failed',
		'no-usable-provider',
		'No provider is available.',
		told.join('\n'),
	);
}
