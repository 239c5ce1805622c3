import {maskSecrets} from '../../source/llm/mask/mask.ts';
import type {Figure, Measured} from '../figure.ts';
import {isMissed, type MaskingCase, madeUpCases} from './cases.ts';

const prefixed: Figure = {
	name: 'made-up keys with a documented prefix of which a piece is not masked',
	unit: 'keys',
	bound: 0,
	meaning:
		'Whether a model of another machine gets a key. Keys of the forms that vendors and the linter document, in files and comments, with and without a name beside them.',
};
const named: Figure = {
	name: 'made-up keys without a prefix, beside a name, of which a piece is not masked',
	unit: 'keys',
	bound: 0,
	meaning:
		'The same for keys that look like a hash or an id, where a name calls them a key, token, secret or password.',
};
const bare: Figure = {
	name: 'made-up keys with neither prefix nor name that are not masked',
	unit: 'keys',
	bound: null,
	meaning: 'Nothing tells such a key from a hash or an id, so it leaves the machine.',
};

export const missedFigures = [prefixed, named, bare] as const;

const figureOf = ({form, isNamed}: MaskingCase): Figure => (form.hasPrefix ? prefixed : isNamed ? named : bare);

/** The keys are the same in every run: another seed has a few that look like words. */
const seed = 1;

/** Masks each made-up key alone. @param print gets the forms that were missed although they may not be */
export async function countMissed(print: (text: string) => void): Promise<Measured[]> {
	const counts = new Map(missedFigures.map(figure => [figure, {all: 0, missed: new Map<string, number>()}]));
	for (const each of madeUpCases(seed)) {
		const count = counts.get(figureOf(each))!;
		const {texts} = await maskSecrets([each.text]);
		const {name} = each.form;
		count.all++;
		if (isMissed(each, texts[0]!)) count.missed.set(name, (count.missed.get(name) ?? 0) + 1);
	}
	return [...counts].map(([figure, {all, missed}]) => {
		const value = missed.values().reduce((sum, one) => sum + one, 0);
		if (figure.bound !== null && value > 0)
			print(`${figure.name}:\n${[...missed].map(([name, times]) => `  ${name} (${times})`).join('\n')}`);
		return {figure, of: '', value, detail: `${value} of ${all} keys`};
	});
}
