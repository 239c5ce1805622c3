/** What git or a server wrote, without passwords. */
export const gitLines = (text: string) =>
	text
		.split('\n')
		.map(line => withoutPassword(line.trim()))
		.filter(Boolean);

/** git masks passwords in most messages, but not in all. */
export const withoutPassword = (line: string) => line.replace(/(:\/\/)[^/@\s]*@/g, '$1***@');
