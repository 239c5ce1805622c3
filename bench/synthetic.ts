import {association} from '../source/github/vocabulary.ts';
import type {Versions} from '../source/resolve/place/base-versions.ts';
import {parseText} from '../source/resolve/text.ts';
import type {Comment, PullRequest, ReviewComment, ReviewThread} from '../source/review/comment.ts';
import {worktree} from '../source/review/finding.ts';
import type {Snapshot} from '../source/run/files/snapshot.ts';

/** The place of each comment of a synthetic pull request: its file and a slot in it. */
export type Shape = (index: number) => {file: number; slot: number};

export const shapes = {
	'over 100 files': index => ({file: index % 100, slot: Math.floor(index / 100)}),
	'in one file': index => ({file: 0, slot: index}),
	'on the same lines': () => ({file: 0, slot: 0}),
} satisfies Record<string, Shape>;

/** A synthetic pull request with two versions of its files: at the commit of the comments, and at the head. */
export type Synthetic = {pullRequest: PullRequest; seen: Map<string, string>; today: Map<string, string>};

/** Ids of the two commits in the pull request. */
export type Commits = {seen: string; head: string};

/**
 * A pull request with `count` comments, each with a suggestion for three lines of its slot. The head has more lines
 * than the commit of the comments. Every other comment is outdated, as after a push; the others are on the head.
 *
 * @param fewestSlots the shortest file, in slots of ten lines
 */
export function synthesize(
	shape: Shape,
	count: number,
	commits: Commits = {seen: 'seen', head: 'head'},
	fewestSlots = 20,
): Synthetic {
	const slots = new Map<number, number>();
	for (let index = 0; index < count; index++) {
		const {file, slot} = shape(index);
		slots.set(file, Math.max(slots.get(file) ?? fewestSlots, slot + 1));
	}
	const versions = (lines: (file: number, slots: number) => string[]) =>
		new Map([...slots].map(([file, length]) => [pathOf(file), `${lines(file, length).join('\n')}\n`]));
	const seen = versions((file, length) => range(length).flatMap(slot => slotLines(file, slot)));
	const today = versions((file, length) =>
		range(length).flatMap(slot => [...(isPushed(slot) ? [`// Pushed later: ${slot}.`] : []), ...slotLines(file, slot)]),
	);
	const reviewThreads = range(count).map(index => thread(index, shape(index), commits));
	return {pullRequest: {...emptyPullRequest, headRefOid: commits.head, reviewThreads}, seen, today};
}

/** The synthetic files as a snapshot of a run, without a disk. */
export function snapshotOf({seen, today}: Synthetic): Snapshot {
	const read = (files: Map<string, string>) =>
		new Map([...files].map(([path, source]) => [path, {bytes: Buffer.from(source), text: parseText(source)}]));
	const [then, now] = [read(seen), read(today)];
	const versions = new Map([
		['seen', then],
		['head', now],
		[worktree, now],
	]);
	const versionsOf = (path: string): Versions => ({
		at: commit => versions.get(commit ?? '')?.get(path)?.text.lines ?? null,
		head: now.get(path)?.text.lines ?? null,
	});
	return {files: now, today: worktree, leftOut: new Set(), pathOf: path => path, versionsOf};
}

const range = (length: number) => Array.from({length}, (_, index) => index);

const slotLength = 10;
/** The commented lines of a slot (0-based, half-open). */
const commented = {from: 4, to: 7};
const isPushed = (slot: number) => slot % 7 === 0;
const pushedUpTo = (slot: number) => Math.floor(slot / 7) + 1;

const pathOf = (file: number) => `source/part-${String(file).padStart(3, '0')}.ts`;

function slotLines(file: number, slot: number): string[] {
	return [
		`/** Loads the entries of section ${slot} of part ${file}. */`,
		`export async function loadSection${slot}(store: Store): Promise<Entry[]> {`,
		`	const section = await store.open('part-${file}/section-${slot}');`,
		'	const entries: Entry[] = [];',
		`	for (let row = 0; row <= section.length; row++) {`,
		`		if (section.rows[row].kind == ${slot}) entries.push(section.rows[row]);`,
		'	}',
		'	return entries;',
		'}',
		'',
	];
}

function thread(index: number, {file, slot}: ReturnType<Shape>, commits: Commits): ReviewThread {
	const isOutdated = index % 2 === 0;
	const [first, last] = [slot * slotLength + commented.from + 1, slot * slotLength + commented.to];
	const path = pathOf(file);
	return {
		id: `PRRT_${index}`,
		path,
		line: isOutdated ? null : last + pushedUpTo(slot),
		startLine: isOutdated ? null : first + pushedUpTo(slot),
		originalLine: last,
		originalStartLine: first,
		diffSide: 'new',
		startDiffSide: 'new',
		subjectType: 'lines',
		isResolved: false,
		isOutdated,
		comments: [
			comment(index, {path, first, last}, slotLines(file, slot), isOutdated ? commits.seen : commits.head, commits),
		],
	};
}

type Place = {path: string; first: number; last: number};

/** A comment of a bot without a dialect. */
export const commentOf = (id: string, text: string): Comment => ({
	id,
	nodeId: null,
	body: text,
	author: {login: 'review-bot', isBot: true},
	authorAssociation: association('NONE'),
	url: null,
	createdAt: null,
	updatedAt: null,
	isMinimized: false,
	minimizedReason: null,
});

function comment(index: number, place: Place, lines: string[], commit: string, {seen}: Commits): ReviewComment {
	const hunk = lines.slice(0, commented.to);
	return {
		...commentOf(String(1_000_000 + index), body(index, place, lines.slice(commented.from, commented.to))),
		state: 'submitted',
		diffHunk: [`@@ -0,0 +${place.last - hunk.length + 1},${hunk.length} @@`, ...hunk.map(line => `+${line}`)].join(
			'\n',
		),
		commit,
		originalCommit: seen,
		replyTo: null,
	};
}

/** A comment in the style of review bots: a verdict, a paragraph, a folded prompt, a folded suggestion, a marker. */
function body(index: number, {path, first, last}: Place, [head, test, tail]: string[]): string {
	return `_⚠️ Potential issue_ | _🟡 Minor_

**The loop reads one row too many (${index}).**

\`section.rows\` has \`section.length\` rows, counted from 0, so the last round reads \`undefined\` and the test of its
\`kind\` throws. The comparison also converts its operands; [strict equality](https://example.com/rules/eqeqeq) says what is meant:

- stop *before* \`section.length\`,
- compare with \`===\`.

<details>
<summary>🤖 Prompt for AI Agents</summary>

\`\`\`
In ${path} around lines ${first} - ${last}, the loop runs to and including section.length; let it end one row earlier
and compare the kind of a row strictly. Verify the finding against the current code first.
\`\`\`

</details>

<!-- suggestion_start -->

<details>
<summary>📝 Committable suggestion</summary>

> ‼️ **IMPORTANT**
> Carefully review the code before committing. Ensure that it accurately replaces the highlighted code.

\`\`\`suggestion
${head!.replace('<=', '<')}
${test!.replace('==', '===')} // ${index}
${tail}
\`\`\`

</details>

<!-- suggestion_end -->

<!-- This is an auto-generated comment -->
`;
}

/** A pull request without comments. */
export const emptyPullRequest: PullRequest = {
	host: 'github.com',
	owner: 'example',
	repo: 'parts',
	number: 1,
	url: null,
	title: null,
	state: 'open',
	author: null,
	headRefOid: null,
	headRefName: null,
	headRepository: null,
	baseRefName: null,
	source: {kind: 'recording'},
	reviewThreads: [],
	reviews: [],
	comments: [],
	files: null,
	completeness: {pages: 0, incomplete: [], notInApi: []},
};
