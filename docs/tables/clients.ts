import {claudeProgram} from '../../source/llm/providers/claude/program.ts';
import {codexProgram} from '../../source/llm/providers/codex/program.ts';
import {copilotProgram} from '../../source/llm/providers/copilot/program.ts';
import {withSection} from './section.ts';

/** A page with the table of the subscription clients: what was tried, and the arguments of every question. */
export function withClients(page: string): string {
	const rows = [claudeProgram, codexProgram, copilotProgram].map(({name, tried: {version, node, flags}}) => {
		const words = flags.map(flag => (/^[\w./=-]+$/.test(flag) ? flag : `'${flag}'`));
		return `| \`${name}\` | ${version} | ${node === null ? '' : `${node} or newer`} | \`${words.join(' ')}\` |`;
	});
	const head = [
		'| client | oldest version that was tried | Node.js | arguments of every question |',
		'| --- | --- | --- | --- |',
	];
	return withSection(page, 'clients', [...head, ...rows].join('\n'));
}
