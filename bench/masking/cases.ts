import {randomOf} from '../abuse/random.ts';
import {type Context, contexts, wholeTextContexts} from './contexts.ts';
import type {KeyForm, MadeUpKey} from './form.ts';
import {linterForms} from './linter-forms.ts';
import {shapelessForms} from './shapeless-forms.ts';
import {vendorForms} from './vendor-forms.ts';

export const forms: readonly KeyForm[] = [...Object.values(linterForms).flat(), ...vendorForms, ...shapelessForms];

/** A made-up key in a file or a comment. */
export type MaskingCase = Pick<Context, 'where' | 'isNamed'> &
	Pick<MadeUpKey, 'secrets'> & {
		form: KeyForm;
		/** The context, with `%` for the key. */
		context: string;
		text: string;
	};

/** Each form in each context; the same seed gives the same keys. */
export function madeUpCases(seed: number): MaskingCase[] {
	const random = randomOf(seed);
	return forms.flatMap(form =>
		(form.isWholeText ? wholeTextContexts : contexts).map(({text: context, where, isNamed}) => {
			const {text, secrets} = form.make(random);
			return {form, where, isNamed, context, secrets, text: context.replace('%', () => text)};
		}),
	);
}

/** A shorter piece of a key gives nothing away. */
const shortestPiece = 8;

/** Whether a masked text still has a piece of a secret. */
export const isMissed = ({secrets}: Pick<MaskingCase, 'secrets'>, masked: string): boolean =>
	secrets.some(secret =>
		Array.from({length: Math.max(1, secret.length - shortestPiece + 1)}, (_, at) =>
			secret.slice(at, at + shortestPiece),
		).some(piece => masked.includes(piece)),
	);
