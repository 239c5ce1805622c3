/** A line that may open or close a fence: quote marks and indentation, backticks, and the rest. */
const fenceLine = /^((?:> ?)* *)(`{3,})([^`]*)$/;

type OpenFence = {at: number; margin: string; run: string; isDiff: boolean; longestInside: number};

/**
 * Repairs diffs of Markdown. CodeRabbit puts them between three backticks, so a context line of three backticks closes the
 * fence too early, and code and text after it are swapped. A context line is one column further right; so the fence ends
 * at backticks in the same column as those that opened it, and both lines get more backticks than any line between them.
 */
export function mendDiffFences(body: string): string {
	const lines = body.split('\n');
	let open: OpenFence | null = null;
	for (const [at, line] of lines.entries()) {
		const match = fenceLine.exec(line.trimEnd());
		if (!match) {
			// A fence that is still open at the end of its section is never closed.
			if (open?.isDiff && /^(?:> ?)*<\/details>/.test(line)) open = null;
			continue;
		}
		const [, margin = '', run = '', info = ''] = match;
		if (!open) open = {at, margin, run, isDiff: info.trim() === 'diff', longestInside: 0};
		else if (open.isDiff && margin === `${open.margin} `) open.longestInside = Math.max(open.longestInside, run.length);
		else if (info === '' && run.length >= open.run.length) {
			if (margin === open.margin && open.longestInside > 0) {
				const longer = '`'.repeat(open.longestInside + 1);
				lines[open.at] = lines[open.at]!.replace(open.run, longer);
				lines[at] = margin + longer;
			}
			open = null;
		}
	}
	return lines.join('\n');
}
