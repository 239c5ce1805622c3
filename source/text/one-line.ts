import {shorten} from './shorten.ts';

/** Bounds the time for patterns on a foreign text. */
const longestRead = 4000;
const longestShown = 300;

/** The beginning of a text of any length, on one line. */
export const plainStart = (text: string): string => text.slice(0, longestRead).replace(/[\s\p{Cc}]+/gu, ' ');

/** The message of a host or a program, for a line of ours. */
export const oneLine = (text: string): string => shorten(plainStart(text).trim(), longestShown);
