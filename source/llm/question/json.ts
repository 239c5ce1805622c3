/** The JSON value in a model's answer: alone, in a fence, or with words around it. Undefined where there is none. */
export function findJson(text: string): unknown {
	for (const part of candidates(text.replace(/^\uFEFF/, ''))) {
		try {
			return JSON.parse(part);
		} catch {}
	}
	return undefined;
}

function* candidates(text: string): Generator<string> {
	yield text;
	const fenced = /^ {0,3}(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n {0,3}\1/m.exec(text)?.[2];
	if (fenced !== undefined) yield fenced;
	const [open, close] = [text.indexOf('{'), text.lastIndexOf('}')];
	if (open !== -1 && open < close) yield text.slice(open, close + 1);
}
