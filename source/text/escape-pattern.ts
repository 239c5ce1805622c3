/** A text as a part of a regular expression, with or without its flag `u`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
