/** A command line that is wrong, and what a person is to read then. */
export type Mistake = {
	group: string;
	/** The folder that it is typed in, by name. */
	place: string;
	/** What stands beside the emulated GitHub, or is wrong with it: `openai:quota`, `github:sso`; null for nothing. */
	service: string | null;
	/** For the shell. */
	line: string;
	exitCode: number;
	/** Words of the message, and of what to do next; `...` stands for anything. */
	cause: string;
	next: string;
};

/**
 * Reads a list of mistakes. `# group` begins a group, `@ place service` says where the next lines are typed. A mistake is
 * three lines: `$ <line>`, `<exit code>: <cause>`, and `-> <next step>`.
 */
export function readMistakes(text: string): Mistake[] {
	const lines = text.split('\n').filter(line => line.trim() !== '');
	let where: Pick<Mistake, 'group' | 'place' | 'service'> = {group: '', place: '', service: null};
	return lines.flatMap((line, at) => {
		const [sign, ...words] = line.split(' ');
		if (sign === '#') where = {...where, group: words.join(' ')};
		if (sign === '@') where = {...where, place: words[0] ?? '', service: words[1] ?? null};
		if (sign !== '$') return [];
		const [, exitCode, cause] = /^(\d+): (.*)$/.exec(lines[at + 1] ?? '') ?? [];
		const [, next] = /^-> (.*)$/.exec(lines[at + 2] ?? '') ?? [];
		if (cause === undefined || next === undefined) throw new Error(`"${line}" needs a cause and a next step`);
		return [{...where, line: words.join(' '), exitCode: Number(exitCode), cause, next}];
	});
}
