/** Whether the line contains a letter or digit: more than brackets and white space. */
export const hasWord = (line: string) => /[\p{L}\p{N}]/u.test(line);

/** `line 4` or `lines 4-6`. */
export const nameLines = (start: number, end: number) => (start === end ? `line ${start}` : `lines ${start}-${end}`);
