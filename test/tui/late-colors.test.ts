import fc from 'fast-check';
import {expect, test} from 'vitest';
import {shownDetail} from '../../source/tui/review/detail.ts';
import {fenceLines} from '../../source/tui/text/comment-lines.ts';
import {loadHighlight} from '../../source/tui/text/highlight.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';

const block = (name: string) => `### ${name}\n\n\`\`\`ts\nconst ${name} = 'text';\n\`\`\`\n`;

test.each([false, true])(
	'code has its colors wherever you scroll to, in a thread with replies too: %s',
	async isReplied => {
		const tree = workTree();
		const body = Array.from({length: 60}, (_, index) => block(`part${index}`)).join('\n');
		const review = isReplied
			? reviewOf(tree).comment('notes.md', 3, 'Please look at this.', {}, thread => thread.reply({body}))
			: reviewOf(tree).comment('notes.md', 3, body);
		const {press, state} = await openDesk(tree, review.save());
		press('enter');
		const pages = new Set<number>();
		for (let page = 0; page < 40; page++) {
			const {lines, height} = shownDetail(state());
			const {scroll} = state();
			const code = lines.slice(scroll, scroll + height).filter(each => textOf(each).includes('const part'));
			expect(code.filter(each => !each.some(({text, tone}) => text === 'const' && tone === 'keyword'))).toEqual([]);
			if (code.length > 0) pages.add(scroll);
			press('pagedown');
		}
		expect(pages.size).toBeGreaterThan(3);
	},
);

test('code has as many rows with its colors as without them', async () => {
	const highlight = await loadHighlight();
	const symbols = symbolsFor(true);
	const code = fc.constantFrom('const a = 1;', '', '\t/* two', '*/', "'漢字".repeat(20), 'x'.repeat(90), '`${', '\r');
	fc.assert(
		fc.property(
			fc.array(code),
			fc.constantFrom('ts', 'suggestion', 'diff', ''),
			fc.integer({min: 3, max: 60}),
			(lines, info, width) => {
				const fence = {kind: 'fence', info, lines, sections: []} as unknown as Parameters<typeof fenceLines>[0];
				const rows = (colors: typeof highlight | null) =>
					fenceLines(fence, {width, symbols, highlight: colors, path: 'a.ts'}).map(textOf);
				expect(rows(highlight)).toEqual(rows(null));
			},
		),
	);
});
