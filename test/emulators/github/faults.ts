/** An answer about to be sent. A `body` that is a string goes out as it is. */
export type Answer = {status: number; headers: Record<string, string>; body: unknown};

/** Changes the next answer: `cut` closes the connection in the middle of it, `hang` never answers. */
export type Fault = ((answer: Answer) => Sent | Promise<Sent>) & {
	/** What the request was to write is not written. */
	isRefusal?: true;
};

type Sent = Answer | 'cut' | 'hang';

type Errors = {type?: string; message: string; path?: (string | number)[]}[];

const refusal = (fault: Fault): Fault => Object.assign(fault, {isRefusal: true as const});

const refuse = (status: number, message: string, headers: Record<string, string> = {}): Fault =>
	refusal(answer => ({status, headers: {...answer.headers, ...headers}, body: {message}}));

export const fault = {
	status: refuse,

	/** A page of HTML, as a gateway or a captive portal sends it. */
	html:
		(status: number): Fault =>
		() => ({
			status,
			headers: {'content-type': 'text/html'},
			body: '<html><body>Unicorn!</body></html>',
		}),

	badCredentials: () => refuse(401, 'Bad credentials'),

	secondaryLimit: ({status = 403, retryAfter}: {status?: 403 | 429; retryAfter?: number | string} = {}) =>
		refuse(
			status,
			'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
			retryAfter === undefined ? {} : {'retry-after': String(retryAfter)},
		),

	ssoRequired: (url: string) =>
		refuse(403, 'Resource protected by organization SAML enforcement.', {'x-github-sso': `required; url=${url}`}),

	/** A good answer that leaves out the results of organisations. */
	ssoPartial: (...organizations: number[]): Fault =>
		fault.headers({
			'x-github-sso': `partial-results; organizations=${organizations.join(',')}`,
		}),

	/** A search that the host had no time to finish. */
	cutSearch: (): Fault => answer => ({...answer, body: {...(answer.body as object), incomplete_results: true}}),

	headers:
		(headers: Record<string, string>): Fault =>
		answer => ({...answer, headers: {...answer.headers, ...headers}}),

	/** `errors` in an HTTP 200 without data. */
	errors: (...errors: Errors): Fault => refusal(answer => ({...answer, status: 200, body: {data: null, errors}})),

	/** Something happens on the host after it has answered, before it sends the answer. */
	meanwhile:
		(happens: () => unknown): Fault =>
		async answer => {
			await happens();
			return answer;
		},

	/** A good answer with null at a place and an error that says why. */
	missing:
		(path: (string | number)[], error: {type?: string; message: string}): Fault =>
		answer => {
			const body = structuredClone(answer.body) as {data: Record<string | number, unknown>; errors?: Errors};
			const holder = path.slice(0, -1).reduce((at, step) => at[step] as Record<string | number, unknown>, body.data);
			holder[path.at(-1)!] = null;
			return {...answer, body: {...body, errors: [...(body.errors ?? []), {...error, path}]}};
		},

	/** Anything else. */
	body:
		(body: unknown): Fault =>
		answer => ({...answer, body}),

	/** The head of the pull request, and its commits, as a host has them that has not processed the last push. */
	showing:
		(commits: () => readonly string[]): Fault =>
		answer => {
			const body = structuredClone(answer.body) as {data: {repository: {pullRequest: Record<string, unknown>}}};
			const listed = commits();
			const nodes = listed.map(oid => ({commit: {oid}}));
			Object.assign(body.data.repository.pullRequest, {
				headRefOid: listed.at(-1),
				commits: {pageInfo: {hasNextPage: false, endCursor: null}, totalCount: nodes.length, nodes},
			});
			return {...answer, body};
		},

	/** None: for the answers before the one that something is wrong with. */
	none: (): Fault => answer => answer,

	/** A good answer that does not come before something else has happened. */
	held:
		(until: Promise<unknown>): Fault =>
		async answer => {
			await until;
			return answer;
		},

	cut: (): Fault => () => 'cut',

	hang: (): Fault => () => 'hang',
} satisfies Record<string, (...args: never[]) => Fault>;
