import {expect, test} from 'vitest';
import {annotate} from '../../source/action/annotations.ts';
import {annotationCommand, maskCommand} from '../../source/action/workflow-commands.ts';
import {reportWith} from './reported.ts';

test('of 70 findings that are left, the ten worst are annotated, and a notice counts the others', async () => {
	const report = await reportWith(70, index => ({
		title: `Finding ${index}`,
		outcome: index === 40 ? 'failed' : 'needs-person',
		severity: index === 50 ? 'critical' : 'minor',
	}));
	const annotations = annotate(report, []);
	const levels = Map.groupBy(annotations, ({level}) => level);
	expect([levels.get('warning')?.length, levels.get('error'), levels.get('notice')?.length]).toEqual([
		10,
		undefined,
		1,
	]);
	expect(annotations.slice(0, 2).map(({message}) => message.split('\n')[0])).toEqual(['Finding 40', 'Finding 50']);
	expect(annotations.at(-1)!.message).toBe('60 more findings are left: see the summary of the job.');
});

test('annotations of the whole run count too', async () => {
	const report = await reportWith(12, () => ({}));
	const ofRun = [{level: 'warning', message: 'Done.'}] as const;
	const annotations = annotate(report, ofRun);
	expect(annotations.filter(({level}) => level !== 'notice')).toHaveLength(10);
	expect(annotations.at(-1)!.message).toMatch(/^3 more findings are left/);
});

test('a long message is cut at a word, below what a runner cuts', () => {
	const message = 'word '.repeat(2000);
	const [, text] = /^::warning::(.*)\n$/s.exec(annotationCommand({level: 'warning', message}))!;
	expect([text!.length < 4096, text!.length > 4000]).toEqual([true, true]);
	expect(text).toMatch(/ word\.\.\.$/);
	expect(annotationCommand({level: 'warning', message: 'x'.repeat(5000)}).length).toBeLessThan(4120);
});

test('a message cannot begin another command, nor end a property', () => {
	const line = annotationCommand({
		level: 'error',
		title: 'a,file=b::c',
		path: 'a:b,c.ts',
		lines: {start: 1, end: 2},
		message: 'x\n::set-output name=y::z\r\n\u001b]8;;',
	});
	expect(line).toBe(
		'::error file=a%3Ab%2Cc.ts,line=1,endLine=2,title=a%2Cfile=b%3A%3Ac::x%0A::set-output name=y::z\\r%0A\\u001b]8;;\n',
	);
});

test('each line of a secret is masked, also that of a token of 520 characters', () => {
	const token = `ghs_123456_${'eyJhbGciOiJSUzI1NiJ9.'.repeat(24)}-_x`;
	expect(maskCommand(token)).toBe(`::add-mask::${token}\n`);
	expect(maskCommand('one\ntwo\r\n\n')).toBe('::add-mask::one\n::add-mask::two\n');
	expect(maskCommand(' one \n')).toBe('::add-mask::one\n');
	expect(maskCommand('')).toBe('');
});
