/** The README with what stands between the marks of a section replaced. @throws {Error} where it has no such section */
export function withSection(readme: string, name: string, content: string): string {
	const marks = {start: `<!-- ${name}: made by npm run media -->`, end: `<!-- /${name} -->`};
	const [start, end] = [readme.indexOf(marks.start), readme.indexOf(marks.end)];
	if (start === -1 || end < start) throw new Error(`the README has no place for ${name}`);
	return `${readme.slice(0, start + marks.start.length)}\n\n${content}\n\n${readme.slice(end)}`;
}
