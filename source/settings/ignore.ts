import {type Severity, severities} from '../review/finding.ts';
import {type Kind, longestPattern} from './kind.ts';

/** Findings of one bot that a user does not want to see, up to a severity, in files that match a pattern. */
export type IgnoreRule = {bot: string; atMost: Severity; path: string};

/** What is more severe is never ignored. */
const ignorable = severities.slice(0, 2);

const mostRules = 100;

/** `coderabbit trivial docs/**`; without a path, everywhere. */
export const ignoreRules: Kind<readonly IgnoreRule[]> = {
	placeholder: '<rule>',
	accepted: `a list of up to ${mostRules} rules such as "coderabbit trivial docs/**": a bot, ${ignorable.join(' or ')}, and a pattern`,
	choices: [],
	read: raw => {
		const rules = [raw].flat().map(readRule);
		return rules.length <= mostRules && rules.every(rule => rule !== null) ? rules : undefined;
	},
	show: rules => rules.map(formatRule).join(', '),
};

export const formatRule = ({bot, atMost, path}: IgnoreRule): string => `${bot} ${atMost} ${path}`;

function readRule(raw: unknown): IgnoreRule | null {
	const [bot, word = '', path = '**', ...more] = typeof raw === 'string' ? raw.trim().split(/\s+/) : [];
	const atMost = ignorable.find(severity => severity === word.toLowerCase());
	const isNamed = bot !== undefined && /^[\w.-]+(?:\[bot\])?$/.test(bot);
	if (!isNamed || atMost === undefined || more.length > 0 || path.length > longestPattern) return null;
	return {bot, atMost, path};
}
