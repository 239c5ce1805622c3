import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {onTestFinished} from 'vitest';
import {executable} from '../../helpers/work-tree.ts';

type Place = {cwd: string; env: Record<string, string | undefined>};

/** What a tool answers: its text, and whether it is an error. */
export type Answered = {text: string; isError: boolean};

/** A server of this program with the SDK's client on its other end. */
export type Served = {
	client: Client;
	pid: number;
	/** What the server has written to stderr so far. */
	said: () => string;
	call: (name: string, input?: Record<string, unknown>, options?: {signal?: AbortSignal}) => Promise<Answered>;
	/** Closes the connection. */
	close: () => Promise<void>;
};

/** Starts `pr-resolve mcp` in a folder. @param revision of the protocol; default: the newest */
export async function serving(
	{cwd, env}: Place,
	args: readonly string[] = [],
	revision: 'newest' | 'older' = 'newest',
): Promise<Served> {
	const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [executable, 'mcp', ...args],
		cwd,
		env: Object.fromEntries(known),
		stderr: 'pipe',
	});
	let said = '';
	transport.stderr?.on('data', (chunk: Buffer) => {
		said += chunk.toString();
	});
	const mode = revision === 'newest' ? {pin: '2026-07-28'} : 'legacy';
	const client = new Client({name: 'test', version: '0.0.0'}, {versionNegotiation: {mode}});
	onTestFinished(() => client.close());
	await client.connect(transport);
	return {
		client,
		pid: transport.pid ?? 0,
		said: () => said,
		async call(name, input = {}, options = {}) {
			const {content, isError = false} = await client.callTool({name, arguments: input}, options);
			const text = content.map(part => (part.type === 'text' ? part.text : '')).join('\n');
			return {text, isError};
		},
		close: () => client.close(),
	};
}

/** Ids of the findings that an answer has a line of. */
export const idsIn = (text: string): string[] => [...new Set(text.match(/^f[0-9a-f]{5,}(?= )/gm))];

/** The hash of a preview. */
export const hashIn = (text: string): string => /^hash: (\w+)$/m.exec(text)?.[1] ?? '';
