import {Failure} from '../../failure.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {specOf} from '../../llm/providers/registry.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {attempt} from '../doctor/check.ts';
import {guidanceFor} from './choices.ts';
import {type Draft, keySource, optionsOf, type SetupWorld} from './draft.ts';
import {type CheckStep, joined, todo, withCheck, withFailure} from './step.ts';

/** Checks that tell more about the step of another. */
const partOf: Readonly<Record<string, string>> = {subscription: 'login'};

/** What cannot be opened is about the first step, or about these. */
const stepOfFailure: Readonly<Record<string, string>> = {
	'bad-base-url': 'server',
	'remote-local': 'server',
	'bad-model-name': 'model',
	'foreign-tier': 'model',
};

/** The steps of a provider before anything is checked. */
export const stepsFor = (provider: ProviderId): CheckStep[] =>
	Object.entries(specOf(provider).steps).map(([id, title]) => todo(id, title));

/**
 * Checks what a provider takes, step by step; yields each step as it changes and returns all of them. It ends after the
 * first step that cannot be passed; what comes after it is still to do. Costs no tokens; a local model is loaded.
 * @throws the signal's reason
 */
export async function* checkChosenProvider(
	draft: Draft,
	settings: Settings,
	world: SetupWorld,
): AsyncGenerator<CheckStep, readonly CheckStep[]> {
	const steps = new Map(stepsFor(draft.provider).map(step => [step.id, step]));
	const set = (step: CheckStep): CheckStep => {
		steps.set(step.id, step);
		return step;
	};
	const next = () => [...steps.values()].find(({status}) => status === 'todo');
	function* leave() {
		for (const step of steps.values()) if (step.status === 'checking') yield set({...step, status: 'todo'});
	}
	yield set({...next()!, status: 'checking'});
	const opened = await attempt(() => open(draft, settings, world));
	if (opened instanceof Failure) {
		yield* leave();
		yield set(withFailure(steps.get(stepOfFailure[opened.code] ?? '') ?? [...steps.values()][0]!, opened));
		return [...steps.values()];
	}
	for await (const check of opened.checks) {
		const step = steps.get(partOf[check.name] ?? check.name) ?? todo(check.name, check.name);
		yield set(withCheck(step, opened.explain(check)));
		const following = next();
		if (check.status === 'failed') yield* leave();
		else if (following) yield set({...following, status: 'checking'});
	}
	return [...steps.values()];
}

type OpenedProvider = {
	checks: AsyncGenerator<ProviderCheck, void>;
	/** Says more about a check: of a key where it was found, for there it is to be changed; of a missing model what it takes. */
	explain: (check: ProviderCheck) => ProviderCheck;
};

async function open(draft: Draft, settings: Settings, world: SetupWorld): Promise<OpenedProvider> {
	const options = await optionsOf(draft, settings, world);
	const source = await keySource(draft, settings, world);
	const guidance = guidanceFor(draft.provider, options.model);
	const provider = await specOf(draft.provider).open(options);
	return {
		checks: provider.check(world.signal, {load: true}),
		explain: check => {
			if (check.name === 'key' && source) return {...check, detail: joined(check.detail, source)};
			return check.trouble === 'model-missing' && guidance
				? {...check, remedy: `${check.remedy} (${guidance})`}
				: check;
		},
	};
}
