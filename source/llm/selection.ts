import {type ProviderId, providers} from './providers/registry.ts';
import type {ProviderSpec} from './providers/spec.ts';

/** What a person says about their situation. */
export type ProviderWishes = {
	/** Data must not leave the machine. */
	maximumPrivacy: boolean;
	/** Providers whose subscription they have. */
	subscriptions: readonly ProviderId[];
	payPerUse: boolean;
};

export type Selection = ReturnType<typeof selectProvider>;

/** The subscriptions that providers can use, by the name that people know them by, and of whom they are. */
export const subscriptions: readonly {id: ProviderId; name: string; vendor: string}[] = providers.flatMap(
	({id, subscription: name, vendor}) => (name === undefined ? [] : [{id, name, vendor}]),
);

/** The providers that fit, by the first rule that holds. The first is the advice; what follows serves as well. */
export function selectProvider({maximumPrivacy, subscriptions: owned, payPerUse}: ProviderWishes) {
	if (maximumPrivacy) return {providers: exposedTo('machine'), reason: 'Data does not leave the machine.'};
	const covered = subscriptions.find(({id}) => owned.includes(id));
	if (covered) return {providers: [covered.id], reason: `Your ${covered.name} subscription covers it.`};
	if (payPerUse) return {providers: exposedTo('vendor'), reason: 'You pay for what you use, with an API key.'};
	return {providers: exposedTo('machine'), reason: 'It is free and needs neither account nor key.'};
}

const exposedTo = (whom: ProviderSpec['exposure']) =>
	providers.filter(({exposure}) => exposure === whom).map(({id}) => id);

/** US dollars a month, from those for one comment; null stays unknown. By default those of a team. */
export function monthlyCost(
	costPerComment: number | null,
	{pullRequests, commentsEach}: {pullRequests: number; commentsEach: number} = {pullRequests: 100, commentsEach: 20},
): number | null {
	return costPerComment === null ? null : costPerComment * pullRequests * commentsEach;
}
