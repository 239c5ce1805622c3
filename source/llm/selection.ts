import type {ProviderId} from '../settings/providers.ts';

/** What a person says about their situation. */
export type Wishes = {
	/** Data must not leave the machine. */
	maximumPrivacy: boolean;
	subscriptions: {anthropic: boolean; openaiOrGithub: boolean};
	payPerUse: boolean;
};

export type Selection = {
	/** The first is the advice; what follows serves as well. */
	providers: readonly [ProviderId, ...ProviderId[]];
	reason: string;
};

/** In this order; the last always holds. */
const rules: readonly (Selection & {holds: (wishes: Wishes) => boolean})[] = [
	{
		holds: wishes => wishes.maximumPrivacy,
		providers: ['local'],
		reason: 'Data does not leave the machine.',
	},
	{
		holds: wishes => wishes.subscriptions.anthropic,
		providers: ['cli-a'],
		reason: 'Your Claude subscription covers it.',
	},
	{
		holds: wishes => wishes.subscriptions.openaiOrGithub,
		providers: ['cli-b'],
		reason: 'Your ChatGPT or Copilot subscription covers it.',
	},
	{
		holds: wishes => wishes.payPerUse,
		providers: ['api-a', 'api-b'],
		reason: 'You pay for what you use, with an API key.',
	},
	{
		holds: () => true,
		providers: ['local'],
		reason: 'It is free and needs neither account nor key.',
	},
];

/** The provider that fits. */
export function selectProvider(wishes: Wishes): Selection {
	const {providers, reason} = rules.find(rule => rule.holds(wishes))!;
	return {providers, reason};
}

/** US dollars a month, from those for one comment; null stays unknown. By default those of a team. */
export function monthlyCost(
	costPerComment: number | null,
	{pullRequests, commentsEach}: {pullRequests: number; commentsEach: number} = {pullRequests: 100, commentsEach: 20},
): number | null {
	return costPerComment === null ? null : costPerComment * pullRequests * commentsEach;
}
