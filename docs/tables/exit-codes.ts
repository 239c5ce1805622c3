import {allExits, exitOrder, exitRows} from '../../source/commands/exit-codes.ts';
import {withSection} from './section.ts';

/** A page with the table of exit codes as the help has it. */
export function withExitCodes(page: string): string {
	const rows = exitRows(allExits).map(([code, meaning]) => `| ${code} | ${meaning} |`);
	const table = ['| exit code | meaning |', '| --- | --- |', ...rows].join('\n');
	return withSection(page, 'exit codes', `${table}\n\nIf several apply, the exit code is the first of ${exitOrder}.`);
}
