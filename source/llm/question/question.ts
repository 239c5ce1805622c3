import {formatFence} from '../../review/words.ts';
import {hashOfJson} from '../../system/hash.ts';
import {asEscapes} from '../../text/escape-controls.ts';
import type {Mask, MaskedTexts} from '../mask/mask.ts';
import type {ModelRequest} from '../providers/provider.ts';
import {numbered, type Window} from './excerpt.ts';
import {head} from './head.ts';
import {answerSchema, schemaName} from './schema.ts';
import {type Caching, type Group, sharingGroups} from './share.ts';
import {type FilePart, type Prepared, prepare, type ShownPlace, type ShownSubject} from './show.ts';
import {lastHunkRows, maskRegion, remarkText, rowsOfHunk, startOfRemark} from './source-texts.ts';

export type Question = Prepared & {request: ModelRequest; masked: MaskedTexts};

export type Unasked = {unasked: string};

/** Enough to rewrite everything shown. */
const maximumOutputTokens = 4096;

/**
 * Makes the questions about subjects, in their order. Questions with the same
 * head have to be sent one after the other, the first one alone, so that the provider can cache it.
 *
 * @param caching null if the provider does not cache, or if the head must contain only the instructions
 */
export async function questionsFor(
	subjects: readonly ShownSubject[],
	mask: Mask,
	caching: Caching | null,
): Promise<(Question | Unasked)[]> {
	const {groups, unasked} = groupSubjects(subjects, caching);
	const questions = new Map<ShownSubject, Question>();
	for (const group of groups) {
		for (const question of await questionsOf(group, mask)) questions.set(question.subject, question);
	}
	return subjects.map(subject => questions.get(subject) ?? {unasked: unasked.get(subject) ?? ''});
}

/** Groups subjects whose questions share a head, in the order to send them; `unasked` has the reason for all others. */
export function groupSubjects(
	subjects: readonly ShownSubject[],
	caching: Caching | null,
): {groups: Group[]; unasked: ReadonlyMap<ShownSubject, string>} {
	const prepared: Prepared[] = [];
	const unasked = new Map<ShownSubject, string>();
	for (const subject of subjects) {
		const ready = prepare(subject);
		if ('unasked' in ready) unasked.set(subject, ready.unasked);
		else prepared.push(ready);
	}
	return {groups: sharingGroups(prepared, caching), unasked};
}

type Texts = {words: string; hunk: string; excerpts: Excerpt[]};
/** `name` is the path as the model sees it. */
type Excerpt = FilePart & {name: string; lines: readonly string[]};

/** The questions of a group. Texts are masked before they are cut, because a part of a secret would not be found. */
export async function questionsOf({members, shared}: Group, mask: Mask): Promise<Question[]> {
	const regions = [shared, ...members.map(({shown}) => shown)].flat().map(maskRegion);
	const notes = members.flatMap(({subject}) => [remarkText(subject), rowsOfHunk(subject.diffHunk)]);
	const paths = [...new Set([...shared, ...members.flatMap(({shown, places}) => [...shown, ...places])].map(pathOf))];
	const masked = await mask([...notes, ...paths, ...regions.map(({lines}) => lines.join('\n'))]);
	const names = new Map(paths.map((path, index) => [path, quotePath(masked.texts[notes.length + index] ?? '')]));
	const rest = masked.texts.slice(notes.length + paths.length).values();
	const at = regions.values();
	const excerptsOf = (parts: readonly FilePart[]): Excerpt[] =>
		parts.map(part => {
			const from = at.next().value?.from ?? 0;
			const lines = (rest.next().value ?? '').split('\n').slice(part.window.from - from, part.window.to - from);
			return {...part, name: names.get(part.path) ?? part.path, lines};
		});
	const common = excerptsOf(shared);
	return members.map((member, index) => {
		const [words = '', hunk = ''] = masked.texts.slice(2 * index);
		const texts = {words: startOfRemark(words), hunk: lastHunkRows(hunk), excerpts: excerptsOf(member.shown)};
		const other = member.shown.filter(({path}) => path !== shared[0]?.path);
		const {subject, places} = member;
		const on = places.map(place => nameOf(place, names.get(place.path) ?? place.path)).join('; ');
		return {request: requestFor(member, texts, common, on), subject, shown: [...shared, ...other], places, masked};
	});
}

function requestFor({places}: Prepared, texts: Texts, common: readonly Excerpt[], on: string): ModelRequest {
	const {words, hunk, excerpts} = texts;
	const own = excerpts.filter(({path}) => path !== common[0]?.path);
	const body = [
		`The remark, on ${on}:`,
		formatFence('remark', words.split('\n')),
		...(hunk ? ['The end of the diff it was written on:', formatFence('diff', hunk.split('\n'))] : []),
		...own.map(formatExcerpt),
	];
	return {
		head: [head, ...common.map(formatExcerpt)].join('\n\n'),
		body: body.join('\n\n'),
		schema: answerSchema,
		schemaName,
		maximumOutputTokens,
		key: hashOfJson([head, answerSchema, words, hunk, excerpts.map(part => contentOf(part, places))]),
	};
}

const formatExcerpt = ({name, file, window, lines}: Excerpt) =>
	`${name} today, ${shownPart(window, file.length)}:\n\n${formatFence('excerpt', numbered(lines, window.from + 1))}`;

const shownPart = ({from, to}: Window, length: number) =>
	from === 0 && to === length ? 'the whole file' : `lines ${from + 1}-${to} of ${length}`;

const pathOf = ({path}: {path: string}) => path;

/** As a JSON string without invisible characters. */
const quotePath = (path: string) => JSON.stringify(path).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, asEscapes);

function nameOf({lines}: ShownPlace, name: string): string {
	if (!lines) return name;
	const {start, end} = lines;
	return `${name} ${start === end ? `line ${start}` : `lines ${start}-${end}`}`;
}

/** Places are relative to the excerpt, so that the key stays the same if the code moves as a whole. */
function contentOf({path, window, lines}: Excerpt, places: readonly ShownPlace[]) {
	const here = places.filter(place => place.path === path);
	return [
		path,
		lines,
		here.map(place => place.lines && [place.lines.start - window.from, place.lines.end - window.from]),
	];
}
