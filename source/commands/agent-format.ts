import type {AgentView} from '../agents/view/rows.ts';
import type {Report} from '../run/report/report.ts';
import type {Flags, FlagValues} from './command.ts';
import {usage} from './tokens.ts';

/** For the commands whose report a coding agent reads. */
export const formatFlag = {
	format: {group: 'output', placeholder: '<face>', help: 'print the result for a coding agent: agent'},
} as const satisfies Flags;

/** For the command that shows it findings in full. */
export const idsFlag = {
	ids: {
		group: 'output',
		isRepeated: true,
		takesRest: true,
		placeholder: '<id>',
		help: 'show these findings in full, with --format agent',
	},
} as const satisfies Flags;

type Given = FlagValues<typeof formatFlag> & Partial<FlagValues<typeof idsFlag>> & {json: boolean};

/** What prints the report instead of text; null for text or JSON. @throws {Failure} usage `bad-flags`, `bad-value` */
export function agentFace(
	command: string,
	{format, ids = [], json}: Given,
	random: () => string,
): ((view: AgentView & {report: Report}) => Promise<string>) | null {
	if (format === null && ids.length === 0) return null;
	if (format === null) throw usage(command, 'bad-flags', '--ids needs --format agent.', 'Pass --format agent too.');
	if (format !== 'agent') {
		throw usage(command, 'bad-value', `--format does not accept "${format}".`, 'Expected: agent.');
	}
	if (json) throw usage(command, 'bad-flags', '--format and --json cannot be combined.', 'Remove one of them.');
	return async ({report, ...view}) => {
		const [{listFindings}, {showFindings}, {findById}] = await Promise.all([
			import('../agents/view/list.ts'),
			import('../agents/view/details.ts'),
			import('../agents/view/short-ids.ts'),
		]);
		const found = ids.map(id => findById(view.state.findings, id).id);
		if (found.length > 0) return showFindings(view, found, {maxTokens: null, random});
		const text = listFindings(view, {filter: '', maxTokens: null, cursor: null});
		return report.run?.undo ? `${text}\nundo: ${report.run.undo}` : text;
	};
}
