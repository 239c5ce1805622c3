import {readdirSync, readFileSync} from 'node:fs';
import {extname, join} from 'node:path';
import {lintSource} from '@secretlint/core';
import {creator as preset, rules} from '@secretlint/secretlint-rule-preset-recommend';
import {expect, test} from 'vitest';
import {randomOf} from '../../bench/abuse/random.ts';
import {forms, isMissed, madeUpCases} from '../../bench/masking/cases.ts';
import {linterForms} from '../../bench/masking/linter-forms.ts';
import {vendorForms} from '../../bench/masking/vendor-forms.ts';

const nameOf = (rule: string) => rule.replace('@secretlint/secretlint-rule-', '');

type Rule = (typeof rules)[number];

/** @param names of the files that may have the content; some rules look only at files of some names */
async function foundBy(rule: Rule | typeof preset, content: string, names = ['package.json', '.npmrc']) {
	const found = names.map(filePath =>
		lintSource({
			source: {filePath, content, ext: extname(filePath), contentType: 'text'},
			options: {config: {rules: [{id: rule.meta.id, rule: rule as never}]}, noPhysicFilePath: true},
		}),
	);
	return (await Promise.all(found)).flatMap(({messages}) => messages);
}

test('each rule of the linter has forms', () => {
	expect(Object.keys(linterForms).sort()).toEqual(rules.map(({meta}) => nameOf(meta.id)).sort());
});

test.each(rules.filter(({meta}) => linterForms[nameOf(meta.id)]!.length > 0))(
	'$meta.id finds keys of its forms',
	async rule => {
		for (const form of linterForms[nameOf(rule.meta.id)]!) {
			const {text, secrets} = form.make(randomOf(1));
			expect(secrets, form.name).not.toEqual([]);
			expect(await foundBy(rule, text), form.name).not.toEqual([]);
		}
	},
);

test('there are forms of 40 more vendors, and each has the address of a page', () => {
	const vendors = new Set(vendorForms.map(({name}) => name.split(':')[0]));
	expect(vendors.size).toBeGreaterThanOrEqual(40);
	expect(forms.filter(({page}) => !/^https:\/\/[\w.-]+\/\S+$/.test(page))).toEqual([]);
	expect(new Set(forms.map(({name}) => name)).size).toBe(forms.length);
});

test('each form is in files and comments, bare and named, and the same seed makes the same keys', () => {
	const cases = madeUpCases(1);
	expect(cases.length).toBeGreaterThanOrEqual(500);
	for (const form of forms.filter(({isWholeText}) => !isWholeText)) {
		const kinds = cases.filter(each => each.form === form).map(({where, isNamed}) => `${where} ${isNamed}`);
		expect(new Set(kinds)).toEqual(new Set(['file false', 'file true', 'comment false', 'comment true']));
	}
	const texts = cases.map(({text}) => text);
	expect(madeUpCases(1).map(({text}) => text)).toEqual(texts);
	expect(madeUpCases(2).map(({text}) => text)).not.toEqual(texts);
});

test('a key of which a piece is left is missed', () => {
	const secrets = ['abcdefghijklmnop'];
	expect(isMissed({secrets}, 'a MASKED_1_ijklmnop')).toBe(true);
	expect(isMissed({secrets}, 'a MASKED_1_jklmnop')).toBe(false);
	expect(isMissed({secrets: ['short']}, 'a short')).toBe(true);
});

test('the forms themselves contain nothing that looks like a key', async () => {
	const folder = join(import.meta.dirname, '../../bench/masking');
	for (const name of readdirSync(folder)) {
		const text = readFileSync(join(folder, name), 'utf8');
		expect(await foundBy(preset, text, [name]), name).toEqual([]);
	}
});
