import type {Dialect, Post, Reading, Remark, ReviewerState} from '../dialect.ts';
import type {Place} from '../finding.ts';
import {readSuggestions} from '../suggestion.ts';
import {readTitle} from '../title.ts';
import {readRemark, type Style} from './style.ts';

/** A comment that requests no change. */
export type FormNotice = {
	/** Matches the start of the comment. */
	mark: RegExp;
	/** What it is: "the summary of a review". */
	says: string;
	/** The state of the reviewer's work that it shows. */
	state?: ReviewerState['state'];
	/** What it reports to be on a web page only. */
	elsewhere?: string;
};

/** The format of a reviewer, as data. */
export type Form = Style &
	Pick<Dialect, 'name' | 'logins' | 'marks'> & {
		/** Matches the body of every remark; the general reader reads other bodies. */
		shape?: RegExp;
		notices?: readonly FormNotice[];
		/** Matches the number of comments on lines in a notice, as its first group. */
		posted?: RegExp;
		/** Splits comments with several remarks; null or an empty list for other comments. */
		split?: (post: Post) => readonly Remark[] | null;
		/** Adds data from elsewhere in the comment to its only remark. */
		complete?: (remark: Remark, post: Post) => Remark;
	};

/** Makes a dialect from a format. A comment contains several remarks, or is a notice, or is one remark. */
export function dialectOfForm(form: Form): Dialect {
	const {name, logins, marks} = form;
	return {
		name,
		logins,
		marks,
		read: post => readSeveral(form, post) ?? readFormNotice(form, post) ?? readOne(form, post),
	};
}

function readSeveral(form: Form, post: Post): Reading | null {
	const remarks = form.split?.(post);
	return remarks?.length ? {remarks: withKeys(remarks), notice: null, reviewer: null} : null;
}

/** The length of the start of a comment, in characters. */
const opening = 400;

function readFormNotice({notices = [], posted}: Form, post: Post): Reading | null {
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
	// For a thread, the code host's lines are more reliable than those in the text.
	const placed = post.place ? {...remark, place: null, commit: null} : remark;
	return {remarks: [form.complete?.(placed, post) ?? placed], notice: null, reviewer: null};
}

/** Sets keys from place and title; equal ones are numbered. */
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
