import {test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {expectFrame} from './golden-frames.ts';
import {mount} from './mount.ts';

/** A comment with everything that GitHub draws. */
const comment = `### Check the totals

> [!WARNING]
> They are **wrong** for empty carts,
> see [the rules][rules] and https://example.com/issues/7.

1. Open \`cart.ts\`:
   - the sum begins at \`NaN\`
   - ~~rounding~~ is right
2. Add tests:
   - [x] one item
   - [ ] none

| cart | sum | expected |
|:--|--:|:-:|
| one item | 3.20 | *yes* |
| empty | NaN | 0 |

\`\`\`diff
-let sum;
+let sum = 0;
\`\`\`

> A quotation
> > in another

<details><summary>Why <code>NaN</code></summary>

Adding to \`undefined\` gives \`NaN\`.

</details>

<details><summary>Prompt for AI agents</summary>

Fix it.

</details>

---

![screenshot](https://example.com/shot.png)

[rules]: https://example.com/rules
`;

test.each([
	['comment-80x24', {columns: 80, rows: 24}, {}],
	['comment-120x40', {columns: 120, rows: 40}, {}],
	['comment-120x40-ascii', {columns: 120, rows: 40}, {isUnicode: false}],
])('%s', async (name, size, options) => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).comment('notes.md', 3, comment).save(), options);
	const {press} = await mount(desk.tree, size);
	await press('\t+');
	await press('f');
	await expectFrame(desk.tree, [size], name);
});
