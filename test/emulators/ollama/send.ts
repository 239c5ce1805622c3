import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import type {OllamaFault} from './faults.ts';
import type {Line} from './pull.ts';

const json = {'content-type': 'application/json; charset=utf-8'};

export function send(outgoing: ServerResponse, status: number, body: object): void {
	outgoing.writeHead(status, json).end(JSON.stringify(body));
}

export function sendText(outgoing: ServerResponse, status: number, content: string): void {
	outgoing.writeHead(status, {'content-type': 'text/plain'}).end(content);
}

/** Lines as they come, as far as the fault lets them. */
export async function sendLines(
	outgoing: ServerResponse,
	lines: AsyncIterable<Line | string>,
	late: OllamaFault | null,
	gone: AbortSignal,
): Promise<void> {
	let sent = 0;
	for await (const line of lines) {
		if (gone.aborted) return;
		if (sent === 0) outgoing.writeHead(200, {'content-type': 'application/x-ndjson'});
		const isRoomLeft = outgoing.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`, () => {
			if (late === 'cut-in-body') outgoing.socket?.destroy();
		});
		sent += 1;
		if (late === 'cut-in-body' || late === 'hang-in-body') return;
		if (!isRoomLeft) await once(outgoing, 'drain', {signal: gone});
	}
	outgoing.end();
}

/** An answer in one piece: what its last line has, with the text of all. */
export async function sendWhole(outgoing: ServerResponse, lines: AsyncIterable<Line | string>): Promise<void> {
	let last: Line = {};
	let content = '';
	for await (const line of lines) {
		if (typeof line === 'string') continue;
		if ('error' in line) return send(outgoing, 500, line);
		last = line;
		content += (line.message as {content: string}).content;
	}
	send(outgoing, 200, {...last, message: {role: 'assistant', content}});
}
