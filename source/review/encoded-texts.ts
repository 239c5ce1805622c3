/** Decodes texts that a model can read and a person cannot: Base64, hexadecimal, `\\u0049`, ROT13. */
export const encodedTexts = (body: string): string[] => [
	...inBase64(body),
	...[...body.matchAll(hexadecimal)].map(([run]) => fromHex(run.replace(/0x|\\x|[^\da-f]/gi, ''))),
	...[...body.matchAll(escaped)].map(([run]) => run.replace(/\\u([\da-f]{4})/gi, (_, code) => fromHex(code, 'utf16'))),
	...(tellsOfRotation.test(body) ? [rotated(body)] : []),
];

const hexadecimal = /(?<![\da-f])(?:(?:0x|\\x)?[\da-f]{2}[ ,:]?){16,4000}/gi;
const escaped = /(?:\\u[\da-f]{4} ?){8,2000}/gi;

function fromHex(digits: string, form: 'bytes' | 'utf16' = 'bytes'): string {
	return form === 'utf16' ? String.fromCharCode(Number.parseInt(digits, 16)) : Buffer.from(digits, 'hex').toString();
}

/** Also Base64 with spaces in it. Its first letters may be a preceding word, so all four alignments are decoded. */
function inBase64(body: string): string[] {
	const whole = [...body.matchAll(/(?<![\w+/])[A-Za-z\d+/]{32,4000}={0,2}(?![\w+/=])/g)].map(([run]) => run);
	const strewn = [...body.matchAll(/(?:[A-Za-z\d+/]{1,12} ){8,1000}[A-Za-z\d+/]{1,12}={0,2}/g)].flatMap(([run]) => {
		const letters = run.replaceAll(' ', '');
		return [0, 1, 2, 3].map(from => letters.slice(from));
	});
	return [...whole, ...strewn].filter(isAsciiRun).map(run => Buffer.from(run, 'base64').toString());
}

/** Whether the decoded start is printable ASCII; most words are not Base64. */
const isAsciiRun = (run: string) =>
	/^[\t\n\r\x20-\x7E]*$/.test(Buffer.from(run.slice(0, 32), 'base64').toString('latin1'));

/** Words that are frequent in instructions, in ROT13. */
const tellsOfRotation = /vafgehpgvba|cebzcg|pbzznaq|frperg|gbxra|perqragvny|cnffjbeq|fpevcg|ntrag/i;

const rotated = (text: string) =>
	text.replace(/[a-z]/gi, letter => {
		const first = letter <= 'Z' ? 65 : 97;
		return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
	});
