import {expect, test} from 'vitest';
import {readSeverity} from '../../../source/review/dialects/severity.ts';

test.each([
	['Critical', 'critical'],
	['P0', 'critical'],
	['High Severity', 'major'],
	['security-high', 'major'],
	['Action required', 'major'],
	['blocking', 'major'],
	['non-blocking', 'minor'],
	['warning', 'minor'],
	['⚠️', 'minor'],
	['Low-Medium', 'trivial'],
	['Nit', 'trivial'],
	['lowercase', null],
	['', null],
	['high '.repeat(100), null],
])('%j is %j', (raw, level) => expect(readSeverity(raw)?.level ?? null).toBe(level));

test('the word is kept as it was written', () => expect(readSeverity(' High Severity ')?.raw).toBe('High Severity'));
