import {describe, expect, test} from 'vitest';
import type {Post, Remark} from '../../../../source/review/dialect.ts';
import {coderabbit} from '../../../../source/review/dialects/coderabbit/dialect.ts';
import {plainText} from '../../../../source/review/inline.ts';
import {readBlocks} from '../../../../source/review/markdown.ts';
import {hasCorpus, readLabelled, readPool} from '../../../helpers/corpus.ts';

type Item = {path: string; start_line: number; end_line: number; title: string; actionable: boolean};
type Row = {
	id: string;
	bot: string;
	kind: 'inline' | 'review_body' | 'issue_comment';
	body: string;
	path: string | null;
	expected: {severity: string | null; actionable: boolean; items?: Item[]};
};
type Pooled = {bot: string; body: string; path: string | null; in_reply_to_id: number | null};

const isOwn = ({bot}: {bot: string}) => bot === 'coderabbit';

const read = (kind: Post['kind'], body: string, path: string | null = null) =>
	coderabbit.read({
		kind,
		body,
		blocks: readBlocks(body),
		author: null,
		place: path ? {path, lines: null} : null,
		diffHunk: null,
	});

describe.skipIf(!hasCorpus)('real comments', () => {
	const rows = readLabelled<Row>().filter(isOwn);
	const inline = rows.filter(({kind}) => kind === 'inline');
	const bodies = rows.filter(({kind}) => kind === 'review_body');

	const isSame = ({place, title}: Remark, item: Item) =>
		place?.path === item.path &&
		place.lines?.start === item.start_line &&
		place.lines.end === item.end_line &&
		// A label holds the header in place of the title where there is one.
		(item.title.startsWith('_') || title === plainText(item.title));

	const counted =
		/<summary>[^<\n]* (?:Nitpick|Duplicate|Outside diff range|Critical|Major|Minor) comments \((\d+)\)<\/summary>/g;
	const statedIn = (body: string) => [...body.matchAll(counted)].reduce((sum, [, count]) => sum + Number(count), 0);

	test('review bodies: every labelled item, and nothing besides', () => {
		let found = 0;
		for (const {id, body, expected} of bodies) {
			const wanted = (expected.items ?? []).filter(({actionable}) => actionable);
			const remarks = read('review', body)?.remarks ?? [];
			expect(remarks, id).toHaveLength(wanted.length);
			for (const item of wanted) {
				expect(
					remarks.some(remark => isSame(remark, item)),
					`${id} ${item.title}`,
				).toBe(true);
				found++;
			}
		}
		expect({bodies: bodies.length, found}).toEqual({bodies: 10, found: 27});
	});

	test('inline comments: severity and whether there is anything to do', () => {
		const stated = inline.filter(({body, path, expected}) => {
			const remark = read('thread', body, path)?.remarks[0];
			return (remark?.severity?.raw ?? null) === expected.severity;
		});
		const disagree = inline.filter(({body, path, expected}) => {
			return (read('thread', body, path)?.remarks[0]?.idle === null) !== expected.actionable;
		});
		expect({rows: inline.length, severity: stated.length}).toEqual({rows: 15, severity: 15});
		// Its label looks at what it asked for; CodeRabbit has since written below it that this is done.
		expect(disagree.map(({id}) => id)).toEqual(['cr-sug-021']);
	});

	test('every body of the pool is read as what it is', () => {
		const pool = readPool<Pooled>().filter(isOwn);
		const counts: Record<string, number> = {};
		const count = (what: string, by = 1) => {
			counts[what] = (counts[what] ?? 0) + by;
		};
		for (const {body, path, in_reply_to_id} of pool) {
			const isInline = path !== null || in_reply_to_id !== null;
			const kind = isInline ? 'thread' : body.startsWith('**Actionable comments') ? 'review' : 'comment';
			const reading = read(kind, body, path);
			count(`${kind}: ${reading === null ? 'null' : reading.notice === null ? 'remarks' : 'notice'}`);
			if (kind === 'review') {
				count('remarks in reviews', reading?.remarks.length);
				count('remarks that the reviews state', statedIn(body));
			}
			for (const {title, severity, idle} of reading?.remarks ?? []) {
				if (idle !== null) count(idle.startsWith('a reply') ? 'replies' : 'addressed');
				else if (title === null) count('without a title');
				else if (severity === null) count('without a severity');
			}
		}
		expect(counts).toEqual({
			'thread: remarks': 1400,
			'review: remarks': 30,
			'review: notice': 3,
			'comment: notice': 13,
			'remarks in reviews': 272,
			'remarks that the reviews state': 272,
			addressed: 31,
			replies: 4,
			'without a title': 1,
			'without a severity': 70,
		});
	});
});
