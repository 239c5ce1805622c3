/** A sign for each value, scaled to the highest one. @param levels signs from low to high */
export function sparkline(values: readonly number[], levels: string): string {
	const most = Math.max(...values);
	const signs = [...levels];
	return values
		.map(value => signs[most > 0 ? Math.min(signs.length - 1, Math.floor((value / most) * signs.length)) : 0])
		.join('');
}
