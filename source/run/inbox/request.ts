import type {MineFilter} from '../../code-host/lists.ts';
import type {RootFile} from '../../code-host/root-file.ts';
import type {AnalysisRules} from '../round/round-request.ts';

export type InboxRequest = {
	filter: MineFilter;
	analysis: RowAnalysis;
};

/** How each pull request is analyzed. */
export type RowAnalysis = {
	/** Names of the settings files that a head may have. */
	files: readonly string[];
	/** By the settings at a head that has these files. @throws {Failure} usage if they are not valid */
	settingsAt: (files: readonly RootFile[]) => Promise<AnalysisRules>;
};
