import {expect, test} from 'vitest';
import {fineMoney, inSeconds, money, moneySpent, moneyUpTo, percent, rate, seconds} from '../../source/text/figures.ts';

test.each([
	[0, '$0.00', '$0.00'],
	[0.000_000_2, '$0.00000020', '$0.000000200'],
	[0.005_25, '$0.0053', '$0.00525'],
	[0.042, '$0.04', '$0.0420'],
	[5, '$5.00', '$5.00'],
])('%d dollars are %s, and %s where small sums are compared', (usd, sum, fine) => {
	expect([money(usd), fineMoney(usd)]).toEqual([sum, fine]);
});

test.each([
	[0, '$0.00'],
	[0.000_31, '$0.0004'],
	[0.0036, '$0.004'],
	[0.004, '$0.004'],
	[0.0091, '$0.01'],
	[0.012, '$0.02'],
	[0.03, '$0.03'],
	[1.234, '$1.24'],
])('an estimate of %d dollars is up to about %s', (usd, shown) => expect(moneyUpTo(usd)).toBe(`up to about ${shown}`));

test('a sum of which a part is unknown is the most that it can be', () => {
	const spent = [0, 1, 5].map(unknownCosts => moneySpent({costUsd: 0.25, unknownCosts}));
	expect(spent).toEqual([
		'$0.25',
		'at most $0.25 (1 answer of unknown cost)',
		'at most $0.25 (5 answers of unknown cost)',
	]);
});

test('times, shares and rates have enough digits to differ', () => {
	expect([12.34, 1234.5, 12_345].map(seconds)).toEqual(['0.0123 s', '1.234 s', '12.3 s']);
	expect(inSeconds(1234.5, 2)).toBe('1.23 s');
	expect([percent(0.1234), rate(0.5), rate(12.4)]).toEqual(['12.3%', '0.50/s', '12/s']);
	expect([fineMoney(null), seconds(null), percent(null), rate(null)]).toEqual(['-', '-', '-', '-']);
});
