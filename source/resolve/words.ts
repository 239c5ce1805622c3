/** Whether the line holds more than brackets and blanks. */
export const hasWord = (line: string) => /[\p{L}\p{N}]/u.test(line);
