import {createServer, type Server, type Socket} from 'node:net';

/** What a stand-in replies to a command: a simple string, an error (`-ERR ...`), a list, nothing at all, or a lost connection. */
export type StandInReply = string | number | readonly StandInReply[] | null | 'hang' | 'cut';

export type StoreStandIn = {
	port: number;
	url: string;
	/** All commands, as they arrived. */
	commands: string[][];
	close: () => Promise<void>;
};

/**
 * Speaks the protocol of Redis on loopback, for what a real server does not do on demand.
 * @param reply for a command, whose name is in capitals and whose bytes are the characters of its words; undefined: as a current Redis does where it stores nothing
 */
export async function startStore(
	reply: (command: readonly string[]) => StandInReply | undefined | Promise<StandInReply | undefined>,
): Promise<StoreStandIn> {
	const commands: string[][] = [];
	const sockets = new Set<Socket>();
	const server: Server = createServer(socket => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => {});
		let rest = '';
		let last: Promise<unknown> = Promise.resolve();
		const answer = async (command: string[]) => {
			const given = await reply(command);
			const value = given === undefined ? usual(command) : given;
			if (value === 'hang') await new Promise(() => {});
			if (value === 'cut') socket.destroy();
			else socket.write(encode(value), 'latin1');
		};
		socket.on('data', data => {
			rest += data.toString('latin1');
			for (let read = readCommand(rest); read !== null; read = readCommand(rest)) {
				rest = rest.slice(read.length);
				const command = [read.words[0]!.toUpperCase(), ...read.words.slice(1)];
				commands.push(command);
				last = last.then(() => answer(command));
			}
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as {port: number};
	return {
		port,
		url: `redis://127.0.0.1:${port}`,
		commands,
		close: () => {
			for (const socket of sockets) socket.destroy();
			return new Promise(resolve => server.close(() => resolve()));
		},
	};
}

const identity = ['server', 'redis', 'version', '7.0.15', 'proto', 2, 'id', 1, 'mode', 'standalone', 'role', 'master'];

function usual([name, , , ...rest]: readonly string[]): StandInReply {
	if (name === 'HELLO') return identity;
	if (name === 'TIME') return ['1795176000', '0'];
	if (name === 'GET') return 'epoch';
	if (name === 'PTTL') return -2;
	if (name !== 'EVALSHA') return 'OK';
	// With two keys and nothing else, a ledger is looked for.
	return rest.length === 2 ? ['epoch', 'epoch'] : ['settled', '0', '0', '0'];
}

function encode(value: StandInReply): string {
	if (value === null) return '$-1\r\n';
	if (typeof value === 'number') return `:${value}\r\n`;
	// A stored value may begin with a dash too.
	if (typeof value === 'string')
		return /^-[A-Z]+(?: |$)/.test(value) ? `${value}\r\n` : `$${value.length}\r\n${value}\r\n`;
	return `*${value.length}\r\n${value.map(encode).join('')}`;
}

/** The first command of a text; null if it is not whole yet. */
function readCommand(text: string): {words: string[]; length: number} | null {
	const head = /^\*(\d+)\r\n/.exec(text);
	if (!head) return null;
	let at = head[0].length;
	const words: string[] = [];
	while (words.length < Number(head[1])) {
		const size = /^\$(\d+)\r\n/.exec(text.slice(at));
		if (!size) return null;
		const from = at + size[0].length;
		const to = from + Number(size[1]);
		if (text.length < to + 2) return null;
		words.push(text.slice(from, to));
		at = to + 2;
	}
	return {words, length: at};
}
