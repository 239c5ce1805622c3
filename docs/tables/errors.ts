import {exitCodes} from '../../source/exit-code.ts';
import {failureCodes} from '../../source/failure-codes.ts';
import {withSection} from './section.ts';

/** A page with every code of a failure, by the exit code of the command. */
export function withErrors(page: string): string {
	const rows = Object.entries(failureCodes).flatMap(([ending, codes]) =>
		Object.entries(codes)
			.toSorted(([a], [b]) => (a < b ? -1 : 1))
			.map(([code, meaning]) => `| \`${code}\` | ${exitCodes[ending as keyof typeof exitCodes]} | ${meaning} |`),
	);
	return withSection(page, 'errors', ['| code | exit code | meaning |', '| --- | --- | --- |', ...rows].join('\n'));
}
