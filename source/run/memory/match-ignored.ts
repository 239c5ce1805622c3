import {type Finding, severityRank} from '../../review/finding.ts';
import type {EarlierWord} from '../../review/remembered.ts';
import {whyForPeople} from '../../review/weighty.ts';
import {formatRule, type IgnoreRule} from '../../settings/ignore.ts';
import {count} from '../../text/sentences.ts';
import type {RunWarning} from '../warning.ts';
import {isAsking, isOf, isOnPath, isTooBroad} from './match-memory.ts';

/**
 * What a user's settings ignore: the personal form of a memory, with the same limits.
 * @param findings all of them, whatever filters leave out
 * @param isAnswered whether a person has answered a finding in any of its threads
 */
export function matchIgnored(
	findings: readonly Finding[],
	rules: readonly IgnoreRule[],
	isAnswered: (finding: Finding) => boolean,
): {words: EarlierWord[]; warnings: RunWarning[]} {
	const words: EarlierWord[] = [];
	const warnings: RunWarning[] = [];
	for (const rule of rules) {
		const [isByBot, isThere] = [isOf(rule.bot), isOnPath(rule.path)];
		const matches = findings.filter(
			finding =>
				isAsking(finding) &&
				isByBot(finding) &&
				severityRank(finding.severity) <= severityRank(rule.atMost) &&
				isThere(finding),
		);
		const reason = formatRule(rule);
		if (isTooBroad(matches.length, findings)) {
			const text = `"ignore: ${reason}" is too broad to be used here: it matches ${count(matches.length, 'finding')}`;
			warnings.push({kind: 'memory', commentId: null, text});
			continue;
		}
		const ids = matches.filter(finding => whyForPeople(finding) === null && !isAnswered(finding)).map(({id}) => id);
		const memory = {entry: 'ignore', by: 'you', reason, until: null, commit: null, isOwn: true} as const;
		words.push({kind: 'declined', ids, by: null, reason, at: 0, memory});
	}
	return {words, warnings};
}
