import fc from 'fast-check';

/** Every code point but halves of surrogate pairs. For its own `binary`, fast-check makes a table of 60 MB in each worker. */
export const codePoint = fc
	.integer({min: 0, max: 0x10_ff_ff - 0x8_00})
	.map(number => String.fromCodePoint(number < 0xd8_00 ? number : number + 0x8_00));
