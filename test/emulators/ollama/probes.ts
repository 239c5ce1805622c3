/** A request to compare answers of. A body that is a text is sent as it is. */
export type Probe = {
	name: string;
	method: 'GET' | 'HEAD' | 'POST';
	path: string;
	body?: object | string;
	/** The model may stop by itself, or be stopped. */
	isLengthOpen?: boolean;
};

/** Words that no model can have as its name, and one that none has. */
const [badName, missing] = ['no such: name', 'pr-resolve-has-no-such-model'];

/** The requests, in an order in which each finds what the ones before it left. Nothing is downloaded. */
export function probesFor(model: string): Probe[] {
	const messages = [{role: 'user', content: 'Count from one to twenty.'}];
	const brief = {num_predict: 16, temperature: 0};
	const chat = {model, messages, options: brief};
	const number = {type: 'number', minimum: 0, maximum: 1};
	const schema = {type: 'object', properties: {sure: number}, required: ['sure'], additionalProperties: false};
	const long = [{role: 'user', content: 'word '.repeat(4000)}];
	const get = (path: string, name = path): Probe => ({name: `GET ${name}`, method: 'GET', path});
	const post = (path: string, what: string, body: object | string): Probe => ({
		name: `POST ${path}: ${what}`,
		...{method: 'POST', path, body},
	});
	const answer = (what: string, body: object): Probe => ({...post('/api/chat', what, body), isLengthOpen: true});
	return [
		get('/'),
		{name: 'HEAD /', method: 'HEAD', path: '/'},
		get('/api/version'),
		get('/api/tags'),
		get('/api/nothing'),
		get('/api/chat'),
		post('/api/show', 'the model', {model}),
		post('/api/show', 'a missing model', {model: missing}),
		post('/api/show', 'no model', {}),
		post('/api/show', 'no body', ''),
		post('/api/chat', 'only loads', {model, messages: []}),
		get('/api/ps'),
		answer('an answer', {...chat, think: false, truncate: false, shift: false}),
		answer('not streamed', {...chat, stream: false}),
		answer('by a schema', {...chat, format: schema}),
		post('/api/chat', 'cut at its limit', {...chat, options: {...brief, num_predict: 1}}),
		post('/api/chat', 'a missing model', {...chat, model: missing}),
		post('/api/chat', 'no model', {messages}),
		post('/api/chat', 'a bad name', {...chat, model: badName}),
		post('/api/chat', 'no body', ''),
		post('/api/chat', 'bad JSON', '{'),
		post('/api/chat', 'a wish to think', {...chat, think: true}),
		post('/api/chat', 'a bad schema', {...chat, format: {type: 'nothing'}}),
		post('/api/chat', 'an unknown format', {...chat, format: 'xml'}),
		post('/api/chat', 'a bad option', {...chat, options: {num_ctx: 'many'}}),
		post('/api/pull', 'a bad name', {model: badName}),
		post('/api/pull', 'a missing model', {model: missing}),
		post('/api/chat', 'a prompt that is too long', {
			...{model, messages: long, truncate: false, shift: false},
			options: {...brief, num_ctx: 512},
		}),
	];
}

/** The two questions that are sent at the same time. */
export const twins = (model: string): Probe[] =>
	['one', 'two'].map(word => ({
		name: word,
		...{method: 'POST', path: '/api/chat'},
		body: {model, messages: [{role: 'user', content: `Say ${word}.`}], options: {num_predict: 24, temperature: 0}},
	}));
