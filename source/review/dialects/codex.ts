import type {Post, Remark} from '../dialect.ts';
import {dialectOfForm} from './form.ts';
import {isProse, partsOf} from './parts.ts';
import {readRemark, type Style} from './style.ts';

const link =
	/^https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+\/blob\/(?:(?<commit>[\da-f]{40})|[^\s/]+)\/(?<path>[^\s#]+)#L(?<start>\d+)(?:-L(?<end>\d+))?\s*/;

const badge = /^\*\*(?:<sub>)*!\[(?<severity>P\d) Badge\]\([^()\s]*\)(?:<\/sub>)*\s*(?<title>\S[^\n]*)?\*\*\s*/;

const style: Style = {labels: [link, badge], boilerplate: /^Useful\? React with/, asides: /^ℹ️? ?About Codex/u};

/** OpenAI Codex: a badge with the priority, the title, prose; in a review's body, each with a link to its lines. */
export const codex = dialectOfForm({
	...style,
	name: 'codex',
	logins: ['chatgpt-codex-connector'],
	marks: [/^\*\*(?:<sub>)*!\[P\d Badge\]/m, /^### 💡 Codex Review$/m],
	split: readCodexBody,
	notices: [
		{mark: /^### 💡 Codex Review/u, says: 'the overview of a review', state: 'done'},
		{mark: /^Codex Review: Didn['’]t find any major issues/, says: 'a note that nothing was found', state: 'done'},
		{mark: /^You have reached your Codex usage limits/, says: 'a note that a limit was reached', state: 'rate-limited'},
	],
});

function readCodexBody({kind, blocks}: Post): Remark[] | null {
	if (kind === 'thread') return null;
	return partsOf(blocks, block => isProse(block) && link.test(block.text)).map(part => readRemark(style, part));
}
