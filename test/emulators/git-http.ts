import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';

export type GitServer = {
	/** `http://127.0.0.1:port` */
	url: string;
	/** The Authorization header of every request; null for none. */
	authorizations: (string | null)[];
	/** The path of every request. */
	paths: string[];
	/** What it answers from now on; null: as git does. */
	fail: {status: number} | null;
	/** Of which requests it keeps the answer to itself from now on, by the end of the path. */
	silent: string | null;
	close: () => Promise<void>;
};

/** git's own server program behind HTTP. @param root folder that holds `<owner>/<name>.git` @param accepts null: everyone */
export async function startGitServer(root: string, accepts: ((authorization: string) => boolean) | null = null) {
	const server: GitServer = {url: '', authorizations: [], paths: [], fail: null, silent: null, close: async () => {}};
	const http = createServer((request, response) => {
		const authorization = request.headers.authorization ?? null;
		server.authorizations.push(authorization);
		server.paths.push(request.url ?? '');
		if (server.fail) {
			response.writeHead(server.fail.status).end();
		} else if (server.silent !== null && (request.url ?? '').includes(server.silent)) {
			request.resume();
		} else if (accepts && !(authorization && accepts(authorization))) {
			response.writeHead(401, {'www-authenticate': 'Basic realm="git"'}).end();
		} else void answer(root, request, response);
	});
	await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
	server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
	server.close = () =>
		new Promise(resolve => {
			http.close(() => resolve());
			http.closeAllConnections();
		});
	return server;
}

type Answer = {status: number; headers: Record<string, string>; body: Buffer};

/** What git says that it can do, which depends on the configuration of a repository only. */
const abilities = new Map<string, Promise<Answer>>();

async function answer(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const {pathname, search} = new URL(request.url ?? '/', 'http://127.0.0.1');
	const config = join(root, pathname.replace(/\/info\/refs$/, '/config'));
	// In this version of the protocol, the answer has no refs.
	const isConstant = search === '?service=git-upload-pack' && request.headers['git-protocol'] === 'version=2';
	const key = isConstant && existsSync(config) ? readFileSync(config, 'utf8') : null;
	const answered = (key !== null && abilities.get(key)) || runBackend(root, {pathname, search}, request);
	if (key !== null) abilities.set(key, answered);
	const {status, headers, body} = await answered;
	response.writeHead(status, headers).end(body);
}

/** By the rules of CGI (RFC 3875); git-http-backend(1) names the variables. */
async function runBackend(
	root: string,
	{pathname, search}: {pathname: string; search: string},
	request: IncomingMessage,
): Promise<Answer> {
	const backend = spawn('git', ['http-backend'], {
		env: {
			PATH: process.env.PATH,
			GIT_PROJECT_ROOT: root,
			GIT_HTTP_EXPORT_ALL: '1',
			REMOTE_USER: 'tester',
			PATH_INFO: pathname,
			QUERY_STRING: search.slice(1),
			REQUEST_METHOD: request.method,
			CONTENT_TYPE: request.headers['content-type'] ?? '',
			HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
			...(request.headers['git-protocol'] !== undefined && {GIT_PROTOCOL: String(request.headers['git-protocol'])}),
		},
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	request.pipe(backend.stdin);
	backend.stdin.on('error', () => {});
	const chunks: Buffer[] = [];
	backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
	await once(backend, 'close');
	const answered = Buffer.concat(chunks);
	const end = answered.indexOf('\r\n\r\n');
	const headers = answered
		.subarray(0, end)
		.toString()
		.split('\r\n')
		.map(line => line.split(/: (.*)/s, 2) as [string, string]);
	const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200';
	return {
		status: Number.parseInt(status, 10),
		headers: Object.fromEntries(headers),
		body: answered.subarray(end + 4),
	};
}
