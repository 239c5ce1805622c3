import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {RecordedComment} from '../../test/helpers/comment-words.ts';
import {openLabels} from '../accuracy/labels/rows.ts';

/** Length of a synthetic comment, in characters. */
const madeUpLength = 60_000;

const samples = join(import.meta.dirname, '../sample-comments.json');

/** The real comments of the corpus, or those of the benchmark of providers. */
export function commentsOf(corpus: string | null): RecordedComment[] {
	if (corpus !== null) return openLabels(corpus)?.pool ?? [];
	const read: Record<string, {body: string; path: string}[]> = JSON.parse(readFileSync(samples, 'utf8'));
	return Object.values(read).flatMap(entries =>
		entries.map(({body, path}) => ({body, path, login: null, bot: null, diff_hunk: null})),
	);
}

/** The longest real comment, or a synthetic one of its length. */
export function longestComment(corpus: string | null): string {
	const madeUp = madeUpPart.repeat(Math.ceil(madeUpLength / madeUpPart.length));
	if (corpus === null) return madeUp;
	return commentsOf(corpus).reduce((most, {body}) => (body.length > most.length ? body : most), '') || madeUp;
}

const madeUpPart = `### A finding

The loop reads one row **too many**: \`rows.length\` is no index. See [the rules](https://example.com/rules).

| case | result |
|---|--:|
| empty | \`undefined\` |

- stop before the end
  - also with one row
- [ ] add a test

<details>
<summary>Proposed fix</summary>

\`\`\`diff
-for (let row = 0; row <= rows.length; row++) {
+for (let row = 0; row < rows.length; row++) {
\`\`\`

</details>

`;

/** Replaces every comment of a recording by this one. */
export function putInRecording(recording: string, body: string): void {
	const read = JSON.parse(readFileSync(recording, 'utf8'));
	for (const {comments} of read.pullRequest.reviewThreads) for (const comment of comments) comment.body = body;
	writeFileSync(recording, JSON.stringify(read));
}
