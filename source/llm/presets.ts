import {presets as named} from '../settings/providers.ts';
import type {ProviderId} from './provider.ts';
import {tiers} from './tiers.ts';

/** Provider and model tier in one. */
export type Preset = {
	readonly name: string;
	/** The equal name. */
	readonly alias: string;
	readonly provider: ProviderId;
	/** As `chooseModel` takes it. */
	readonly tier: string;
};

/** The presets of the settings, with the tier that each stands for. */
export const presets: readonly Preset[] = Object.entries(named).map(([name, {also, provider, model}]) => ({
	name,
	alias: also,
	provider,
	tier: model ?? tiers[provider][0].name,
}));
