import type {AnswerOf, AskedRequest} from './server.ts';

/** The remark that a question is about: its file and line, that line as it is today, and what it is to read instead. */
export function readRemark({head, body}: Pick<AskedRequest, 'head' | 'body'>) {
	const [, path = '', line = ''] = /^The remark, on "([^"]+)" lines? (\d+)/m.exec(body) ?? [];
	const [, old = ''] = new RegExp(String.raw`^ *${line} \| (.*)$`, 'm').exec(`${body}\n${head}`) ?? [];
	const [, wanted = ''] = /should read "([^"]*)"/.exec(body) ?? [];
	return {path, line: Number(line), old, wanted};
}

/** The answer of a model that changes these lines of one file. */
export const changing = (path: string, old: string, fresh: string, more: object = {}) => ({
	explanation: 'Done as the remark asks.',
	verdict: 'change',
	changes: [{path, old, new: fresh}],
	confidence: 0.9,
	...more,
});

/** A model that does what remarks of the form `should read "..."` say. */
export const obedient: AnswerOf = request => {
	const {path, old, wanted} = readRemark(request);
	return changing(path, old, wanted);
};

/** A remark in words alone, for {@link obedient}. */
export const shouldRead = (text: string) => `This says too little and is easily misread: it should read "${text}".`;
