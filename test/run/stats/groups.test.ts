import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compilePattern} from '../../../source/run/plan/path-pattern.ts';
import {groupsOf} from '../../../source/run/stats/groups.ts';
import {counted, countedPull} from '../../helpers/stats-read.ts';

const path = fc.array(fc.constantFrom('docs', 'source', 'api', 'a b', 'Docs', '.github'), {minLength: 1, maxLength: 4});
const finding = fc
	.record({
		reviewer: fc.constantFrom('coderabbit', 'people', 'a[bot]', 'A-bot'),
		isBot: fc.boolean(),
		severity: fc.constantFrom(null, 'trivial', 'minor', 'critical'),
		category: fc.constantFrom(null, 'trivial', 'docs', 'a/b'),
		path: fc.option(path.map(parts => parts.join('/'))),
	})
	.map(counted);

test('each finding is in its reviewer, its category, its severity and one folder, and names are typeable and apart', () => {
	fc.assert(
		fc.property(fc.array(finding, {maxLength: 200}), fc.boolean(), (findings, people) => {
			const groups = groupsOf({pulls: [countedPull(1, findings)]}, people);
			const names = groups.map(({name}) => name);
			expect(new Set(names).size).toBe(names.length);
			for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+)*$/u);
			for (const each of findings.filter(({isBot}) => isBot)) {
				const own = groups.filter(({placed}) => placed.some(({finding}) => finding === each));
				expect(
					own.filter(({category, severity, path, isElsewhere}) => !category && !severity && !path && !isElsewhere),
				).toHaveLength(1);
				expect(own.filter(({category}) => category !== null)).toHaveLength(each.category === null ? 0 : 1);
				expect(own.filter(({path, isElsewhere}) => path !== null || isElsewhere).length).toBeLessThanOrEqual(1);
				const severities = own.flatMap(({severity}) => severity ?? []);
				expect(severities.every(severity => severity === (each.severity ?? 'unstated'))).toBe(true);
			}
		}),
		{numRuns: 60},
	);
});

test('the pattern of a folder fits its findings, and no other of its severity', () => {
	const ofOne = fc
		.record({
			severity: fc.constantFrom('trivial', 'minor'),
			path: fc
				.array(fc.constantFrom('docs', 'Docs', 'a b'), {minLength: 1, maxLength: 3})
				.map(parts => parts.join('/')),
		})
		.map(counted);
	let folders = 0;
	fc.assert(
		fc.property(fc.array(ofOne, {minLength: 200, maxLength: 300}), findings => {
			const groups = groupsOf({pulls: [countedPull(1, findings)]}, false);
			for (const {path, placed, severity} of groups.filter(({path}) => path !== null)) {
				folders += 1;
				const fits = compilePattern(path ?? '');
				const beside = findings.filter(each => (each.severity ?? 'unstated') === severity);
				expect(beside.filter(each => fits(each.path ?? ''))).toEqual(placed.map(({finding}) => finding));
			}
		}),
		{numRuns: 60, seed: 35},
	);
	expect(folders).toBeGreaterThan(10);
});
