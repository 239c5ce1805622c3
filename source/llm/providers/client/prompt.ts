import type {ModelRequest} from '../provider.ts';

/** First line of every text for a client, because a text that begins with a slash would be a command. */
const opening = 'Below are your instructions and then the case. Answer with the JSON object that they describe.';

/** The whole request as one text for stdin, with `more` at its end. */
export const promptOf = ({head, body}: ModelRequest, ...more: readonly string[]): string =>
	[opening, head, body, ...more].join('\n\n');
