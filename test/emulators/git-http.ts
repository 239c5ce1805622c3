import {spawn} from 'node:child_process';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

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
		} else runBackend(root, request, response);
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

/** By the rules of CGI (RFC 3875); git-http-backend(1) names the variables. */
function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
	const {pathname, search} = new URL(request.url ?? '/', 'http://127.0.0.1');
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
	backend.on('close', () => {
		const answer = Buffer.concat(chunks);
		const end = answer.indexOf('\r\n\r\n');
		const headers = answer
			.subarray(0, end)
			.toString()
			.split('\r\n')
			.map(line => line.split(/: (.*)/s, 2) as [string, string]);
		const status = headers.find(([name]) => name.toLowerCase() === 'status')?.[1] ?? '200';
		response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers));
		response.end(answer.subarray(end + 4));
	});
}
