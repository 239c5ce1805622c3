type Environment = Record<string, string>;

/** What leads the program to an emulated service: variables, and where vendors' own addresses are emulated. */
export type Led = {env: Environment; origins: Record<string, string>};

/** The environment in which the program finds these services and no others. */
export function ledTo(...services: readonly Led[]): Environment {
	const origins = Object.assign({}, ...services.map(service => service.origins)) as Record<string, string>;
	const env = Object.assign({}, ...services.map(service => service.env)) as Environment;
	// What is led elsewhere is not for the machine's own proxy.
	const no_proxy = ['127.0.0.1', ...Object.keys(origins).map(origin => new URL(origin).hostname)].join();
	return {no_proxy, ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(leadFrom(origins))}`};
}

/** Requests for the vendors' own addresses go to loopback. */
const leadFrom = (origins: Record<string, string>) => `
	const {fetch} = globalThis;
	const origins = ${JSON.stringify(origins)};
	globalThis.fetch = (input, init) => {
		const {origin, pathname, search} = new URL(String(input));
		return fetch(origin in origins ? origins[origin] + pathname + search : input, init);
	};
`;

/** The vendors' own addresses that these options of Node lead elsewhere, and where. */
export function originsIn(nodeOptions = ''): Record<string, string> {
	const [, origins = '{}'] = /const origins = (.*);\n/.exec(decodeURIComponent(nodeOptions)) ?? [];
	return JSON.parse(origins);
}
