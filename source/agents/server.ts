import type {Readable, Writable} from 'node:stream';
import {McpServer, type StandardSchemaWithJSON} from '@modelcontextprotocol/server';
import {StdioServerTransport, serveStdio} from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/mini';
import {toFailure} from '../system/to-failure.ts';
import type {Desk} from './desk.ts';
import {textOfFailure} from './failure-text.ts';
import {instructions, workingOrder} from './instructions.ts';
import {tools} from './tools/table.ts';

type Streams = {stdin: Readable; stdout: Writable; version: string};

/**
 * Serves one client until it closes the connection or the signal aborts; what goes on then is ended first, and is in the journal.
 * Returns why what the client sent cannot be read; null if it closed the connection.
 */
export async function serveAgent(desk: Desk, {stdin, stdout, version}: Streams): Promise<string | null> {
	const {signal} = desk.context;
	const ended = Promise.withResolvers<void>();
	let fault: string | null = null;
	const transport = new StdioServerTransport(stdin, stdout);
	const handle = serveStdio(() => serverOf(desk, version), {
		transport,
		onerror(error) {
			// A client may send what its server does not know; only what ends the connection is told.
			fault = error.message;
		},
	});
	const {onclose} = transport;
	transport.onclose = () => {
		onclose?.();
		ended.resolve();
	};
	signal.addEventListener('abort', () => ended.resolve(), {once: true});
	stdin.once('end', () => ended.resolve());
	stdin.once('close', () => ended.resolve());
	stdout.once('error', () => ended.resolve());
	await ended.promise;
	const isCut = !stdin.readableEnded && !signal.aborted && !stdin.destroyed;
	await desk.close();
	await handle.close().catch(() => {});
	return isCut ? fault : null;
}

function serverOf(desk: Desk, version: string): McpServer {
	const server = new McpServer(
		{name: 'pr-resolve', title: 'pr-resolve', version},
		{capabilities: {tools: {}, prompts: {}}, instructions},
	);
	for (const {name, title, description, input, annotations, call} of tools) {
		server.registerTool(
			name,
			{title, description, inputSchema: withJsonSchema(input), annotations: {title, ...annotations}},
			async (given, {mcpReq: {signal, _meta: meta, notify}}) => {
				const either = AbortSignal.any([signal, desk.context.signal]);
				const told = new AbortController();
				const token = meta?.progressToken;
				if (token !== undefined) {
					const tell = (progress: number) =>
						notify({
							method: 'notifications/progress',
							params: {progressToken: token, progress, message: desk.jobs.doing()},
						});
					void tellProgress(tell, desk, AbortSignal.any([either, told.signal]));
				}
				try {
					return answer(await call(given, desk, either));
				} catch (error) {
					// A canceled call has no answer.
					if (signal.aborted) throw error;
					return {...answer(textOfFailure(toFailure(error))), isError: true};
				} finally {
					told.abort();
				}
			},
		);
	}
	server.registerPrompt(
		'address_review',
		{title: 'Address the review', description: 'Works through the review comments of the pull request of this branch.'},
		() => ({messages: [{role: 'user', content: {type: 'text', text: workingOrder}}]}),
	);
	return server;
}

/** How often a client that asked for it hears that a call goes on. */
const progressMs = 5_000;

async function tellProgress(
	tell: (progress: number) => Promise<void>,
	{context}: Desk,
	signal: AbortSignal,
): Promise<void> {
	try {
		for (let progress = 1; ; progress++) {
			await context.sleep(progressMs, signal);
			await tell(progress);
		}
	} catch {
		// The call has ended, or its client is gone.
	}
}

/** The small form of zod has no JSON schema of its own. */
function withJsonSchema<Input extends z.ZodMiniType>(
	input: Input,
): StandardSchemaWithJSON<z.input<Input>, z.output<Input>> {
	const {$schema: _, ...schema} = z.toJSONSchema(input, {io: 'input'});
	return {'~standard': {...input['~standard'], jsonSchema: {input: () => schema, output: () => schema}}};
}

const answer = (text: string) => ({content: [{type: 'text' as const, text}]});
