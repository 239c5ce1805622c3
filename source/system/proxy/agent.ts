// A bundled CommonJS package has only a default export.
import undici from 'undici';
import {ProxyTrouble} from './trouble.ts';

/** How long a proxy may take to answer the request for a connection. */
const longestTunnelMs = 15_000;

/**
 * A fetch that uses a proxy, or none whatever Node's own would do (null). It is that of the same package as the agent,
 * because Node's may belong to another version. What a proxy does wrong is a {@link ProxyTrouble}, as a cause.
 * @param limitMs for the answer to the request for a connection, in milliseconds
 */
export function fetchBy(proxy: string | null, limitMs: number = longestTunnelMs): typeof globalThis.fetch {
	const dispatcher =
		proxy === null
			? new undici.Agent()
			: new undici.ProxyAgent({
					uri: proxy,
					clientFactory: (origin, options) =>
						connecting(new undici.Pool(origin, {...options, headersTimeout: limitMs})),
				});
	const send = undici.fetch as unknown as (input: unknown, init: object) => Promise<Response>;
	return (input, init) => send(input, {...init, dispatcher});
}

type Pool = InstanceType<typeof undici.Pool>;

/** The pool of connections to a proxy, which requests connections to servers on them. */
function connecting(pool: Pool): Pool {
	const request = pool.connect.bind(pool);
	const connect = async (options: Parameters<Pool['connect']>[0]) => {
		const answer = await request(options).catch((cause: unknown) => {
			throw new ProxyTrouble(null, cause);
		});
		if (answer.statusCode === 200) return answer;
		answer.socket.on('error', () => {}).destroy();
		throw new ProxyTrouble(answer.statusCode);
	};
	return Object.assign(pool, {connect});
}
