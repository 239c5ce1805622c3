/** More of a service's words nobody reads, and patterns take their time for them. */
const longestRead = 4000;
const longestShown = 300;

/** The words of a service as one short line. @param change is given no more than the beginning of them */
export function oneLine(text: string, change: (line: string) => string = line => line): string {
	const line = change(startOf(text)).trim();
	return line.length > longestShown ? `${line.slice(0, longestShown)}...` : line;
}

/** The beginning of a text of any length, in one line. */
export const startOf = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, longestRead);
