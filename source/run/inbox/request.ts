import type {MineFilter} from '../../code-host/lists.ts';
import type {ProjectText} from '../../settings/resolve.ts';
import type {AnalysisRules} from '../round/round-request.ts';

export type InboxRequest = {filter: MineFilter; rulesAt: RulesAt};

/** How a pull request is analyzed, by the settings file of its head; null if there is none. @throws {Failure} usage, of that file */
export type RulesAt = (project: ProjectText | null) => Promise<AnalysisRules>;
