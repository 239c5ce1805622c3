import {readdirSync, readFileSync} from 'node:fs';
import type {Post, Reading, Remark} from '../../../source/review/dialect.ts';
import type {Place} from '../../../source/review/finding.ts';
import {type Block, readBlocks} from '../../../source/review/markdown.ts';
import {readTitle} from '../../../source/review/title.ts';

const folder = new URL('../../fixtures/review/', import.meta.url);

/** A comment and, as text, what is to be read in it. */
export type Example = {post: Post; expected: string};

/** The names of all fixtures. */
export const fixtureNames = readdirSync(folder)
	.filter(name => name.endsWith('.md') && !name.startsWith('coderabbit'))
	.map(name => name.slice(0, -'.md'.length));

/**
 * Examples stand one below the other: a line `%%% thread` (or `review`, `comment`), the body, a line `%%% reads`, and
 * what is to be read.
 */
export function readFixture(name: string): Example[] {
	const parts = readFileSync(new URL(`${name}.md`, folder), 'utf8')
		.split(/^%%% (\w+)\n/m)
		.slice(1);
	const examples: Example[] = [];
	for (let at = 0; at + 3 < parts.length; at += 4) {
		const kind = parts[at] as Post['kind'];
		examples.push({post: postOf(kind, parts[at + 1]!), expected: parts[at + 3]!.trim()});
	}
	return examples;
}

/** A comment by an unknown author. */
export function postOf(kind: Post['kind'], body: string, login: string | null = null): Post {
	return {
		kind,
		body,
		blocks: readBlocks(body),
		author: login === null ? null : {login, isBot: true},
		place: kind === 'thread' ? {path: 'src/commented.ts', lines: {start: 7, end: 7}} : null,
		diffHunk: null,
	};
}

/** A reading as text; what is not stated is left out. */
export function describeReading(reading: Reading | null): string {
	if (!reading) return 'left to the general reader';
	const {remarks, notice, reviewer, posted, elsewhere} = reading;
	return [
		notice && `notice: ${notice}`,
		reviewer && `reviewer: ${reviewer.state}, ${reviewer.detail}`,
		posted === undefined ? null : `posted: ${posted}`,
		elsewhere && `elsewhere: ${elsewhere}`,
		...remarks.map(describeRemark),
	]
		.filter(line => line !== null && line !== undefined)
		.join('\n');
}

function describeRemark({title, severity, category, confidence, place, commit, alsoAt, blocks, idle}: Remark): string {
	return [
		title ? `title: ${title}` : `begins: ${readTitle(blocks, '(nothing)')}`,
		severity && `severity: ${severity.level}, "${severity.raw}"`,
		category && `category: ${category}`,
		confidence === null ? null : `confidence: ${confidence}`,
		place && `place: ${describePlace(place)}`,
		commit && `commit: ${commit}`,
		alsoAt.length > 0 ? `also at: ${alsoAt.map(describePlace).join(', ')}` : null,
		idle && `idle: ${idle}`,
		...blocks.map(block => `  ${describeBlock(block)}`),
	]
		.filter(line => line !== null)
		.join('\n');
}

const describePlace = ({path, lines}: Place) => (lines ? `${path}:${lines.start}-${lines.end}` : path);

function describeBlock(block: Block): string {
	if (block.kind === 'fence') return `${block.info || 'code'}: ${JSON.stringify(block.lines)}`;
	return block.kind === 'prose' ? `prose: ${block.text.replaceAll('\n', ' ')}` : block.kind;
}
