import type {Post, Remark} from '../dialect.ts';
import {dialectOfForm} from './form.ts';

const askingLabels = '[Nn]it|nitpick|issue|suggestion|todo|question|chore|typo|polish|quibble';
const idle = 'praise|thought|note';

const labelPattern = new RegExp(
	String.raw`^(?:\*\*)?(?<kind>${askingLabels}|${idle})(?:\s*\((?<details>[^()\n]+)\))?:(?:\*\*)?\s*`,
);

/** Conventional Comments, as people write them: `issue (blocking): …` (https://conventionalcomments.org). */
export const conventional = dialectOfForm({
	name: 'conventional',
	logins: [],
	marks: [labelPattern],
	labels: [labelPattern],
	complete: withPurpose,
});

/** Praise, thoughts and notes request no change, unless they contain code. */
function withPurpose(remark: Remark, {body}: Post): Remark {
	const kind = labelPattern.exec(body)?.groups?.kind ?? '';
	const asks = !idle.split('|').includes(kind) || remark.blocks.some(block => block.kind === 'fence');
	return asks ? remark : {...remark, idle: `labeled ${kind}: no change requested`};
}
