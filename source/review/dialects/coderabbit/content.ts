import type {Block} from '../../markdown.ts';
import {titleOf} from '../../title.ts';
import {bareLabel} from './header.ts';

/** Sections about how CodeRabbit found something, or that repeat it for a model. */
const asides = /^(?:analysis chain|verification|tools|prompt|learnings?|additional context used)\b/i;

/** Paragraphs that are not part of the finding's text. */
const labels: readonly RegExp[] = [
	/^(?:<\/?[a-z][^<>]*>\s*)+$/i,
	/^_Source: [^_]+_$/,
	/^‼️ \*\*IMPORTANT\*\*/,
	/^✅ (?:Addressed in|Confirmed as addressed)\b/,
];

/** The text and code of a remark, without analysis, labels, prompt and marks. */
export function findingBlocks(blocks: readonly Block[]): Block[] {
	return blocks.filter(block => !isAside(block));
}

function isAside(block: Block): boolean {
	if (block.kind === 'hidden' || block.kind === 'rule') return true;
	const summaries = block.sections.map(({summary}) => bareLabel(summary));
	if (summaries.some(summary => asides.test(summary))) return true;
	// A script that CodeRabbit offers for verifying the finding.
	if (block.kind === 'fence') return block.info === 'shell' && block.lines[0] === '#!/bin/bash';
	return labels.some(label => label.test(block.text)) || summaries.includes('Committable suggestion');
}

const searched = 400;

/** The first line in bold, as plain text; null if there is none. */
export function boldTitle(blocks: readonly Block[]): string | null {
	for (const block of blocks) {
		if (block.kind !== 'prose' || block.sections.length > 0 || !block.text.startsWith('**')) continue;
		const text = block.text.slice(0, searched);
		const [first = ''] = text.split('\n', 1);
		const line = first.trimEnd();
		const end = line.length > 4 && line.endsWith('**') ? line.length - 2 : text.indexOf('**', 2);
		if (end > 2) return titleOf(text.slice(2, end));
	}
	return null;
}
