/** A history that is the same in every clone: fixed authors, times and messages give fixed commit ids. */
export type History = {
	/** In git's format: `Name <address>`. */
	author: string;
	/** The first one is the base of the pull request, the last one its head. */
	commits: {
		/** ISO 8601. */
		date: string;
		message: string;
		/** The whole content by path after the commit; null deletes the file. Other files stay as they are. */
		files: Readonly<Record<string, string | null>>;
	}[];
};

/**
 * A history as a stream for `git fast-import`: the first commit on the branch `base`, the others after it on `head`.
 * Source of the format: git-fast-import(1).
 */
export function formatHistory({author, commits}: History, {base, head}: {base: string; head: string}): string {
	return commits
		.map(({date, message, files}, index) => {
			const person = `${author} ${Date.parse(date) / 1000} +0000`;
			return [
				`commit refs/heads/${index === 0 ? base : head}`,
				`author ${person}`,
				`committer ${person}`,
				data(`${message}\n`),
				...(index === 1 ? [`from refs/heads/${base}`] : []),
				...Object.entries(files).map(formatFile),
				'',
			].join('\n');
		})
		.join('');
}

function formatFile([path, content]: [path: string, content: string | null]): string {
	return content === null ? `D ${path}` : `M 100644 inline ${path}\n${data(content)}`;
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}`;
