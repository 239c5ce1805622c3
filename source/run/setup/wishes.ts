import {providers} from '../../llm/providers/registry.ts';
import type {ProviderSpec} from '../../llm/providers/spec.ts';
import type {ProviderId} from '../../settings/providers.ts';

/** What a person says about their situation, and the providers that fit it: the first is the advice, the others serve as well. */
export type Wish = {id: string; label: string; providers: readonly ProviderId[]; why: string};

/** The subscriptions that providers can use, by the name that people know them by, and of whom they are. */
export const subscriptions: readonly {id: ProviderId; name: string; vendor: string}[] = providers.flatMap(
	({id, subscription: name, vendor}) => (name === undefined ? [] : [{id, name, vendor}]),
);

const exposedTo = (whom: ProviderSpec['exposure']) =>
	providers.filter(({exposure}) => exposure === whom).map(({id}) => id);

/** The first that applies decides. */
export const wishes: readonly Wish[] = [
	{
		id: 'privacy',
		label: 'My code must not leave this machine',
		providers: exposedTo('machine'),
		why: 'Data does not leave the machine.',
	},
	...subscriptions.map(({id, name}) => ({
		id,
		label: `I have a ${name} subscription`,
		providers: [id],
		why: `Your ${name} subscription covers it.`,
	})),
	{
		id: 'pay',
		label: 'I pay per use, with an API key',
		providers: exposedTo('vendor'),
		why: 'You pay for what you use, with an API key.',
	},
	{
		id: 'none',
		label: 'None of these, but I want a model',
		providers: exposedTo('machine'),
		why: 'It is free and needs neither account nor key.',
	},
];
