import {count} from '../../text/sentences.ts';
import type {BenchmarkResult} from './result.ts';

/** A line of the recommendation; `name` is the provider that the text is about, null if there is none. */
export type AdviceLine = {label: string; name: string | null; text: string};

/** The recommendation in words, the same in every front end: a line for each use, then what to know about providers. */
export const adviceLines = ({advice, cautions}: Pick<BenchmarkResult, 'advice' | 'cautions'>): AdviceLine[] => [
	...advice.map(({use, provider, why, close, comparedOn, better}) => {
		const alike = comparedOn && `cannot be told apart with ${answersIn(comparedOn)}: ${close.join(', ')}`;
		const beyond = better.length > 0 ? `better, but with a missed limit: ${better.join(', ')}` : null;
		return {label: use, name: provider, text: [why, alike, beyond].filter(text => text !== null).join('; ')};
	}),
	...cautions.map(({provider, text}) => ({label: 'note', name: provider, text})),
];

function answersIn({answers, comments}: NonNullable<BenchmarkResult['advice'][number]['comparedOn']>): string {
	const all = count(answers, 'answer');
	return comments === null || comments === answers ? all : `${all} to ${count(comments, 'comment')}`;
}
