import {Failure} from '../../failure.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {openProvider, specOf} from '../../llm/providers/registry.ts';
import type {ProviderId} from '../../settings/providers.ts';
import {attempt, failedCheck} from '../doctor/check.ts';
import {guidanceFor} from './choices.ts';
import {type Draft, keySource, optionsOf, type SetupWorld} from './draft.ts';
import {type CheckStep, joinFacts, uncheckedStep, withCheck, withLine} from './step.ts';

/** Checks that belong to the step of another check. */
const stepOfCheck: Readonly<Record<string, string>> = {subscription: 'login'};

/** The step of a failure to open the provider, by its code; otherwise it is the first step. */
const stepOfFailure: Readonly<Record<string, string>> = {
	'bad-base-url': 'server',
	'remote-local': 'server',
	'bad-model-name': 'model',
	'foreign-tier': 'model',
};

/** The steps of a provider before anything is checked. */
export const stepsFor = (provider: ProviderId): CheckStep[] =>
	Object.entries(specOf(provider).steps).map(([id, title]) => uncheckedStep(id, title));

/**
 * Checks the requirements of a provider step by step; yields each step that was checked and returns all of them. Ends after the
 * first step that fails; the later ones stay `todo`. Uses no tokens; loads a local model.
 * @throws the signal's reason
 */
export async function* checkChosenProvider(
	draft: Draft,
	world: SetupWorld,
): AsyncGenerator<CheckStep, readonly CheckStep[]> {
	const steps = new Map(stepsFor(draft.provider).map(step => [step.id, step]));
	const set = (step: CheckStep): CheckStep => {
		steps.set(step.id, step);
		return step;
	};
	const opened = await attempt(() => open(draft, world));
	if (opened instanceof Failure) {
		const [first = uncheckedStep('provider', 'provider')] = steps.values();
		const step = steps.get(stepOfFailure[opened.code] ?? '') ?? first;
		yield set(withLine(step, failedCheck(step.id, opened)));
		return [...steps.values()];
	}
	for await (const check of opened.checks) {
		const step = steps.get(stepOfCheck[check.name] ?? check.name) ?? uncheckedStep(check.name, check.name);
		yield set(withCheck(step, opened.explain(check)));
	}
	return [...steps.values()];
}

async function open(draft: Draft, world: SetupWorld) {
	const options = await optionsOf(draft, world);
	const source = await keySource(draft, world);
	const guidance = guidanceFor(draft.provider, options.model);
	const provider = await openProvider(draft.provider, options);
	return {
		checks: provider.check(world.signal, {load: true}),
		/** Adds to a check: the origin of a key, because it has to be changed there, or the size of a missing model. */
		explain: (check: ProviderCheck): ProviderCheck => {
			if (check.name === 'key' && source) return {...check, detail: joinFacts(check.detail, source)};
			return check.trouble === 'model-missing' && guidance
				? {...check, remedy: `${check.remedy} (${guidance})`}
				: check;
		},
	};
}
