import type {Behavior, Look, Suggested} from './reviewers.ts';

/** What reviewers do that never come to an end by themselves, and how others behave. The file has ten lines or more. */

const critical = 'Critical';

/** Suggests other words for whatever changed last, three lines at least. */
export const lastLines =
	(path: string): Behavior =>
	({number, lines, changed}: Look) => {
		const places = number === 1 ? [2, 3, 4] : changed.filter(place => place.path === path).map(({line}) => line);
		return places.map(line => ({path, line, text: [`${lines(path)[line - 1]}, look ${number}`], severity: critical}));
	};

/** Wants a line to read one way, then the other, and so on. */
export const contradictory = (path: string, line: number, texts: readonly [string, string]): Behavior => {
	return ({lines}) => {
		const wanted = lines(path)[line - 1] === texts[0] ? texts[1] : texts[0];
		return [{path, line, text: [wanted], severity: critical}];
	};
};

/** Wants a line to read the same, whatever others make of it. */
export const insistent =
	(path: string, line: number, text: string): Behavior =>
	({lines}) =>
		lines(path)[line - 1] === text ? [] : [{path, line, text: [text], severity: critical}];

/** Is never content with a line, each time for another reason. */
export const newWords =
	(path: string, line: number): Behavior =>
	({number}) => [
		{path, line, text: [`item ${line}, version ${number}`], severity: critical, words: `Reason ${number}.`},
	];

/** Finds nothing but trifles, each time in other lines. */
export const trivia =
	(path: string): Behavior =>
	({number, lines}) =>
		lines(path)
			.keys()
			.toArray()
			.slice((number - 1) * 3, number * 3)
			.map((index): Suggested => ({path, line: index + 1, text: [`${lines(path)[index]}.`], severity: 'Trivial'}));

/** The same, for the first looks only. */
export const atMost =
	(looks: number, behavior: Behavior): Behavior =>
	look =>
		look.number <= looks ? behavior(look) : null;
