import {section} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import {countByComplexity} from '../../run/benchmark/data-set.ts';
import {fineMoney} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count, sentences} from '../../text/sentences.ts';
import {appPages} from '../app/pages.ts';
import {emptyLine, indent, type Line, line, span, wrapLine} from '../text/line.ts';
import {checkLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {limitLooks} from './looks.ts';
import {adviceRowsIn} from './recommendation.ts';
import type {BenchState} from './state.ts';

export const pages = {
	...appPages(keymap, signLines),
	about: {title: 'about this benchmark', lines: aboutLines},
};

function signLines({symbols}: BenchState, width: number): Line[] {
	const signs = Object.values(limitLooks).flatMap(({symbol, tone, meaning}) =>
		wrapLine([span(`  ${symbols[symbol]} `, tone), span(meaning)], width, ' '.repeat(4)),
	);
	return [emptyLine, line('signs of limits', 'strong'), ...signs];
}

function aboutLines(state: BenchState, width: number): Line[] {
	const {plan, leftOut} = state;
	const out = leftOut.map(({name, reason, remedy}) => `${name}: ${sentences(reason, remedy)}`);
	const skipped = linesOf(section('skipped', out), width);
	if (!plan) return [...skipped, line('checking the providers')];
	const {request, dataSet, entrants, notes, requests, paid} = plan;
	const {iterations, warmUp, concurrency, timeoutMs} = request.options;
	const {simple, medium, complex} = countByComplexity(dataSet.entries);
	const facts = [
		`${count(iterations, 'request')} per provider after ${count(warmUp, 'warm-up request')}, ${concurrency} at a time, timeout ${timeoutMs / 1000} s`,
		`data set ${dataSet.source}: ${simple} simple, ${medium} medium, ${complex} complex`,
		`${count(requests, 'request')} in this run, ${paid.requests} of them billed: about ${fineMoney(paid.estimateUsd)} of a ${fineMoney(request.settings.costBudget)} budget`,
		`report: ${request.output}`,
		`command: ${request.machine.command}`,
	];
	const part = (title: string, lines: readonly Line[]): Line[] =>
		lines.length === 0 ? [] : [line(title, 'strong'), ...lines, emptyLine];
	return [
		...part(
			'recommendation by use',
			adviceRowsIn(state, width - 2)
				.flat()
				.map(indent),
		),
		...linesOf([...section('plan', facts), ...section('notes', notes)], width),
		...skipped,
		...entrants.flatMap(({name, checks}) =>
			part(
				safe(name),
				checks.flatMap(check => checkLines(check, width - 2).map(shown => [span('  '), ...shown])),
			),
		),
	];
}
