import {definitions} from './columns.ts';
import {allExits, exitOrder, exitRows} from './exit-codes.ts';
import {registry} from './registry.ts';

/** What the program does. */
export const purpose = `Applies the suggestions in GitHub review comments to your working tree,
exactly and reversibly. It commits, pushes, replies to comments or resolves
threads only if you pass a flag for it.`;

/** The help of the program. Loads no command, so it appears at once. */
export function overview(): string {
	return `${purpose}

Usage: pr-resolve <command> [flags]
       pr-resolve <number or URL>, to review a pull request

Commands:
${definitions([...registry].map(([name, {summary}]) => [name, summary]))}

Flags:
${definitions([
	['-h, --help', 'show this help, or the help of a command'],
	['-V, --version', 'show the version'],
])}

Exit codes:
${definitions(exitRows(allExits))}
If several apply, the exit code is the first of ${exitOrder}.

Run "pr-resolve help <command>" for the flags and examples of a command.`;
}
