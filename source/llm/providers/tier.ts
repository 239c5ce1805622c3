import type {Effort} from './provider.ts';

/** A model and an effort under a short name. */
export type Tier = {
	/** Also accepted as the name of a model. */
	readonly name: string;
	readonly model: string;
	readonly effort: Effort;
	/** For people who choose. */
	readonly note: string;
	/** US dollars, about, as a rule; today's come from the prices. Nothing where tokens cost nothing. */
	readonly typical: {readonly perComment: number; readonly perThousandTokens: number};
	/** Gigabytes that a download takes, about; absent where nothing is downloaded. */
	readonly downloadGb?: number;
};

/** Stands for the model that a client program takes by itself: no model is named to it. */
export const clientDefaultModel = 'default';

/** A comment takes about a thousand tokens, so that it costs what these do unless more is known of it. */
export function paid(
	name: string,
	model: string,
	effort: Effort,
	note: string,
	perThousandTokens: number,
	perComment = perThousandTokens,
): Tier {
	return {name, model, effort, note, typical: {perComment, perThousandTokens}};
}

/** @param downloadGb about what the library of models lists; a download itself tells the exact size */
export const free = (name: string, model: string, note: string, downloadGb?: number): Tier => ({
	name,
	model,
	effort: null,
	note,
	typical: {perComment: 0, perThousandTokens: 0},
	...(downloadGb !== undefined && {downloadGb}),
});
