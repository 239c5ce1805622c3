/** What was done: by the host, the record of the run, or the report. */
export type Deeds = {commits: number; replies: number; resolved: number};

/** What a report says: what was done, and of how much it is not known whether it was. */
export type Told = Deeds & {unknown: Deeds};

export const kinds = ['commits', 'replies', 'resolved'] as const satisfies readonly (keyof Deeds)[];

type ToldReport = {
	interruption?: Deeds & {commits: string[]; pushed: boolean; unknown: Deeds};
	publication?: (Deeds & {unknown: Deeds}) | null;
	commits?: {pushed: boolean}[];
};

const nothing: Told = {commits: 0, replies: 0, resolved: 0, unknown: {commits: 0, replies: 0, resolved: 0}};

/** Of a report, of what was continued, or of the interruption beside an error. */
export function toldBy(json: unknown): Told {
	const {interruption, publication, commits = []} = json as ToldReport;
	if (interruption) {
		const {commits, pushed, replies, resolved, unknown} = interruption;
		return {commits: pushed ? commits.length : 0, replies, resolved, unknown};
	}
	return {...nothing, ...publication, commits: commits.filter(({pushed}) => pushed).length};
}

const sumOf = (all: readonly Told[]): Told =>
	all.reduce((one, other) => ({...add(one, other), unknown: add(one.unknown, other.unknown)}), nothing);

const add = (one: Deeds, other: Deeds): Deeds => ({
	commits: one.commits + other.commits,
	replies: one.replies + other.replies,
	resolved: one.resolved + other.resolved,
});

/** By the document of a watch. */
export const toldByRounds = (json: unknown) => sumOf((json as {rounds: unknown[]}).rounds.map(toldBy));

type FleetDocument = {pullRequests: (Omit<Told, 'commits'> & {commits: unknown[]})[]};

/** By that of a fleet. */
export const toldByFleet = (json: unknown) =>
	sumOf((json as FleetDocument).pullRequests.map(entry => ({...entry, commits: entry.commits.length})));

/** What a report has otherwise than the host; empty if they agree. */
export const differencesFromHost = (told: Told, host: Deeds): string[] =>
	kinds.flatMap(kind => {
		const [is, least, most] = [host[kind], told[kind], told[kind] + told.unknown[kind]];
		return is < least || is > most ? [`${kind}: reported ${least} to ${most}, the host has ${is}`] : [];
	});
