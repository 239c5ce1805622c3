import {startModelServer} from '../../model-server.ts';
import type {Random} from '../random.ts';

/** A model that costs money, and answers what cannot be used. */
export type Billed = {
	/** Flags and variables that lead to it. */
	flags: string[];
	env: Record<string, string>;
	/** What is wrong with what was spent since this was asked last, by the account of the service. */
	judge: () => string[];
	close: () => Promise<void>;
};

const perToken = 1e-5;

/** For one of ten trials; null for the others. @param questions how many the budget is for, about */
export async function startBilled({next}: Random, questions: number): Promise<Billed | null> {
	if (next() > 0.1) return null;
	let spent = 0;
	const {url, close} = await startModelServer(async bytes => {
		const usage = {input: Math.floor(bytes * (0.2 + 0.2 * next())), output: 50};
		spent += (usage.input + usage.output) * perToken;
		return usage;
	});
	const budget = questions * 0.04;
	const price = `bench-model=${perToken * 1e6}/${perToken * 1e6}/${perToken * 1e6}`;
	const model = ['--llm-provider', 'openai', '--llm-model', 'bench-model', '--set', `llm.price=${price}`];
	return {
		flags: [...model, '--cost-budget', `${budget}`],
		env: {OPENAI_API_KEY: 'none', OPENAI_BASE_URL: url},
		judge() {
			const now = spent;
			spent = 0;
			return now > budget ? [`budget: $${now} of $${budget} spent`] : [];
		},
		close,
	};
}
