import {type ExitCode, worstExitCode} from '../../exit-code.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {Settings} from '../../settings/table.ts';
import {checkHostAccess} from './code-host-steps.ts';
import {draftFor, type SetupWorld} from './draft.ts';
import {commandLine} from './finish.ts';
import {checkChosenProvider} from './provider-steps.ts';
import {type CheckStep, uncheckedStep} from './step.ts';

type SetupReport = {
	schema: 'pr-resolve/setup@1';
	/** Null if none is chosen. */
	provider: ProviderId | null;
	steps: readonly CheckStep[];
	/** A command that uses the same provider, or none, without saved settings. */
	command: string;
	/** 0: everything is ready. */
	exitCode: ExitCode;
};

/** Checks all requirements of the provider in the settings. Writes nothing and uses no tokens. */
export async function* checkSetup(settings: Settings, world: SetupWorld): AsyncGenerator<CheckStep, SetupReport> {
	const host = yield* checkHostAccess(world);
	const {llmProvider: provider} = settings;
	if (provider === null) {
		yield noProviderChosen;
		return reportOf(null, [...host, noProviderChosen], 'pr-resolve apply');
	}
	const draft = draftFor(provider, settings);
	const steps = yield* checkChosenProvider(draft, world);
	return reportOf(provider, [...host, ...steps], commandLine(draft, null));
}

const reportOf = (provider: ProviderId | null, steps: readonly CheckStep[], command: string): SetupReport => ({
	schema: 'pr-resolve/setup@1',
	provider,
	steps,
	command,
	exitCode: worstExitCode(steps.map(({exitCode}) => exitCode)),
});

const noProviderChosen: CheckStep = {
	...uncheckedStep('provider', 'which provider is used?'),
	status: 'ok',
	detail: 'none: comments without code are listed, and no model is used',
	remedy: 'To use a model, choose a provider: pr-resolve setup <provider>',
};
