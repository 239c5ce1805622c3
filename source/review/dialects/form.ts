import type {Dialect, Place, Post, Reading, Remark, ReviewerState} from '../dialect.ts';
import {readSuggestions} from '../suggestion.ts';
import {readTitle} from '../title.ts';
import {readRemark, type Style} from './style.ts';

/** A comment that asks for nothing. */
export type Notice = {
	/** How it begins. */
	mark: RegExp;
	/** What it is: "the summary of a review". */
	says: string;
	/** What it tells of the reviewer's work. */
	state?: ReviewerState['state'];
	/** What stands on a web page only, by its own words. */
	elsewhere?: string;
};

/** The format of a reviewer, as data. */
export type Form = Style &
	Pick<Dialect, 'name' | 'logins' | 'marks'> & {
		/** What every remark has in its body; others are left to the general reader. */
		shape?: RegExp;
		notices?: readonly Notice[];
		/** How many comments a notice says were posted on lines, as its first group. */
		posted?: RegExp;
		/** For comments that hold several remarks; null or none for those that do not. */
		split?: (post: Post) => readonly Remark[] | null;
		/** Adds what stands elsewhere in the comment to its only remark. */
		complete?: (remark: Remark, post: Post) => Remark;
	};

/** Makes a dialect of a format. A comment holds several remarks, or it is a notice, or it is one remark. */
export function dialectOfForm(form: Form): Dialect {
	const {name, logins, marks} = form;
	return {name, logins, marks, read: post => readSeveral(form, post) ?? readNotice(form, post) ?? readOne(form, post)};
}

function readSeveral(form: Form, post: Post): Reading | null {
	const remarks = form.split?.(post);
	return remarks?.length ? {remarks: withKeys(remarks), notice: null, reviewer: null} : null;
}

/** How far the beginning of a comment goes, in characters. */
const opening = 400;

function readNotice({notices = [], posted}: Form, post: Post): Reading | null {
	const start = post.body.trimStart().slice(0, opening);
	const notice = notices.find(({mark}) => mark.test(start));
	if (!notice || readSuggestions(post.blocks).length > 0) return null;
	const {says, state, elsewhere} = notice;
	const count = posted?.exec(post.body)?.[1];
	return {
		remarks: [],
		notice: says,
		reviewer: state ? {state, detail: readTitle(post.blocks, says)} : null,
		...(count && {posted: Number(count)}),
		...(elsewhere && {elsewhere}),
	};
}

function readOne(form: Form, post: Post): Reading | null {
	if (form.shape && !form.shape.test(post.body)) return null;
	const remark = readRemark(form, post.blocks);
	if (remark.blocks.length === 0 && remark.title === null) return null;
	// The code host knows better than the text where the lines of a thread stand.
	const placed = post.place ? {...remark, place: null, commit: null} : remark;
	return {remarks: [form.complete?.(placed, post) ?? placed], notice: null, reviewer: null};
}

/** Keys of place and title; equal ones are counted. */
function withKeys(remarks: readonly Remark[]): Remark[] {
	const seen = new Map<string, number>();
	return remarks.map(remark => {
		const name = `${nameOf(remark.place)} ${remark.title ?? readTitle(remark.blocks, '')}`;
		const count = seen.get(name) ?? 0;
		seen.set(name, count + 1);
		return {...remark, key: count === 0 ? name : `${name} (${count + 1})`};
	});
}

const nameOf = (place: Place | null) =>
	place ? `${place.path}:${place.lines?.start ?? ''}-${place.lines?.end ?? ''}` : '';
