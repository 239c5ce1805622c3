import {section} from '../../document/document.ts';
import {linesOf} from '../../document/lines.ts';
import {countByComplexity} from '../../run/benchmark/data-set.ts';
import {fineMoney} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count, sentences} from '../../text/sentences.ts';
import {messageLines} from '../app/messages.ts';
import {type Page, searchOf} from '../app/page.ts';
import {keyLines} from '../app/run-by-name.ts';
import {emptyLine, indent, type Line, line, span, wrapLine} from '../text/line.ts';
import {checkLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {limitLooks} from './looks.ts';
import {adviceRowsIn} from './recommendation.ts';
import type {BenchState} from './state.ts';

export function benchPageLines(state: BenchState, page: Page, width: number): Line[] {
	if (page.page === 'messages') return messageLines(state, width);
	return page.page === 'help' ? benchHelpLines(state, page, width) : benchAboutLines(state, width);
}

/** Help on keys and, without a search, on signs. */
function benchHelpLines(state: BenchState, page: Page, width: number): Line[] {
	const keys = keyLines(keymap, state, page, width);
	if (page.cursor !== undefined || searchOf(page) !== '') return keys;
	const signs = Object.values(limitLooks).flatMap(({symbol, tone, meaning}) =>
		wrapLine([span(`  ${state.symbols[symbol]} `, tone), span(meaning)], width, ' '.repeat(4)),
	);
	return [...keys, emptyLine, line('signs of limits', 'strong'), ...signs];
}

function benchAboutLines(state: BenchState, width: number): Line[] {
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
