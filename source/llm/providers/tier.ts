import type {Effort} from './provider.ts';

/** A short name for a model and an effort. */
export type Tier = {
	/** Also accepted as the name of a model. */
	readonly name: string;
	readonly model: string;
	readonly effort: Effort;
	/** A description to choose by. */
	readonly note: string;
	/** A rough cost in US dollars; today's is computed from the prices. Zero if tokens are free. */
	readonly typical: {readonly perComment: number; readonly perThousandTokens: number};
	/** Approximate size of the download in gigabytes; absent if there is none. */
	readonly downloadGb?: number;
};

/** The client program's own default: no model is passed to it. */
export const clientDefaultModel = 'default';

/** A comment needs about a thousand tokens, so this is its cost if nothing better is known. */
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

/** @param downloadGb approximate, as in the library of models; the download reports the exact size */
export const free = (name: string, model: string, note: string, downloadGb?: number): Tier => ({
	name,
	model,
	effort: null,
	note,
	typical: {perComment: 0, perThousandTokens: 0},
	...(downloadGb !== undefined && {downloadGb}),
});
