/** Replaces the content between the marks of a section of a page. @throws {Error} if the page has no such section */
export function withSection(page: string, name: string, content: string): string {
	const marks = {start: `<!-- ${name}: made by npm run docs -->`, end: `<!-- /${name} -->`};
	const [start, end] = [page.indexOf(marks.start), page.indexOf(marks.end)];
	if (start === -1 || end < start) throw new Error(`the page has no place for ${name}`);
	return `${page.slice(0, start + marks.start.length)}\n\n${content}\n\n${page.slice(end)}`;
}
