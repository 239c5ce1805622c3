/** A line that may open or close a fence: quote marks and indentation, the back-ticks, what follows them. */
const fenceLine = /^((?:> ?)* *)(`{3,})([^`]*)$/;

type Open = {at: number; margin: string; run: string; isDiff: boolean; longestInside: number};

/**
 * CodeRabbit puts a diff of Markdown between three back-ticks. A context line of three back-ticks then closes the
 * fence too early, and all that follows is read inside out, whole comments among it. A context line stands one column
 * further in: the fence is taken to end where back-ticks stand right below those that opened it, and both are made
 * longer to hold the rest.
 */
export function mendDiffFences(body: string): string {
	const lines = body.split('\n');
	let open: Open | null = null;
	for (const [at, line] of lines.entries()) {
		const match = fenceLine.exec(line.trimEnd());
		if (!match) {
			// What was not closed by the end of its section never will be.
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
