import {isTyped, typedFlags} from '../settings/origins.ts';
import {aliasOf, readModelName, servedBy} from '../settings/providers.ts';
import type {ResolvedSettings} from '../settings/resolve.ts';
import {settingsOf} from '../settings/table.ts';
import {usage} from './tokens.ts';

/**
 * Rejects flags that contradict each other or have no effect. Variables and files may contain more than one run needs,
 * but a flag is meant for this run.
 * @throws {Failure} usage `bad-flags`
 */
export function refuseContradictions(command: string, settings: ResolvedSettings, noLlm: boolean): void {
	const {values, origins} = settings;
	const refuse = (message: string, remedy: string) => usage(command, 'bad-flags', message, remedy);
	if (noLlm) {
		if (!isTyped('llmEnabled', settings)) return;
		throw refuse('--llm-enabled and --no-llm cannot be combined.', 'Pass only one of them.');
	}
	const {llmProvider: provider, llmClient: client, llmFallback: fallback} = values;
	if (provider === null) {
		const ofModel = settingsOf(command).filter(([name, {group}]) => group === 'model' && name !== 'llmEnabled');
		const [pointless] = typedFlags(
			ofModel.map(([name]) => name),
			settings,
		);
		if (pointless === undefined) return;
		const remedy = `Choose one with --llm-preset or --llm-provider, or remove ${pointless}.`;
		throw refuse(`${pointless} needs a model, but no provider is set.`, remedy);
	}
	const served = servedBy(client);
	const asked = [provider, ...fallback.map(word => readModelName(word)?.provider)];
	if (served === null || asked.includes(served) || !isTyped('llmClient', settings)) return;
	throw refuse(
		`llm.client ${client} needs the provider ${aliasOf(served)}, but the provider is ${aliasOf(provider)} (${origins.llmProvider}).`,
		`Remove --set llm.client, or pass --llm-provider ${aliasOf(served)}.`,
	);
}
