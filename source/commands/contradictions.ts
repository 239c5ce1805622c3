import {aliasOf, readModelName, servedBy} from '../settings/providers.ts';
import type {ResolvedSettings} from '../settings/resolve.ts';
import {settingsOf} from '../settings/table.ts';
import {usage} from './tokens.ts';

/**
 * Rejects flags that contradict each other or have no effect. Variables and files may contain more than one run needs,
 * but a flag is meant for this run.
 * @throws {Failure} usage `bad-flags`
 */
export function refuseContradictions(command: string, {values, origins}: ResolvedSettings, noLlm: boolean): void {
	const isTyped = (flag: string | null, origin: string) => flag !== null && origin === `flag ${flag}`;
	const refuse = (message: string, remedy: string) => usage(command, 'bad-flags', message, remedy);
	if (noLlm) {
		if (!isTyped('--llm-enabled', origins.llmEnabled)) return;
		throw refuse('--llm-enabled and --no-llm cannot be combined.', 'Pass only one of them.');
	}
	const {llmProvider: provider, llmClient: client, llmFallback: fallback} = values;
	if (provider === null) {
		const [pointless] = settingsOf(command).flatMap(([name, {group, flag}]) =>
			group === 'model' && name !== 'llmEnabled' && isTyped(flag, origins[name] ?? '') ? [flag] : [],
		);
		if (pointless === undefined) return;
		const remedy = `Choose one with --llm-preset or --llm-provider, or remove ${pointless}.`;
		throw refuse(`${pointless} needs a model, but no provider is set.`, remedy);
	}
	const served = servedBy(client);
	const asked = [provider, ...fallback.map(word => readModelName(word)?.provider)];
	if (served === null || asked.includes(served) || !isTyped('--llm-client', origins.llmClient)) return;
	throw refuse(
		`--llm-client ${client} needs the provider ${aliasOf(served)}, but the provider is ${aliasOf(provider)} (${origins.llmProvider}).`,
		`Remove --llm-client, or pass --llm-provider ${aliasOf(served)}.`,
	);
}
