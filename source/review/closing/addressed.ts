/** Whom a text that is sent as it is calls on GitHub. */
export type Addressed = {
	/** Accounts and teams that it mentions, as written, each once. */
	mentions: string[];
	/** Lines that apps may take for commands, such as `/retest`, each once. */
	commands: string[];
};

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
const mention = /(?<![\w/.@-])@[a-z\d][a-z\d-]*(?:\/[\w.-]+)?/gi;
const command = /^[ \t]*\/[a-z][\w-]*/gim;

export function addressedIn(text: string): Addressed {
	const words = text.replace(code, ' ');
	const found = (shape: RegExp) => [...new Set([...words.matchAll(shape)].map(([match]) => match.trim()))];
	return {mentions: found(mention), commands: found(command)};
}
