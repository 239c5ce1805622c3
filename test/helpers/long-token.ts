/** An installation token in the form that GitHub gives since 2026: 520 characters, of an app and a JWT; no scanner takes it for one. */
export const longToken = ['ghs', '123456', `ey${'J0est'.repeat(20)}.${'ey-b0dy_'.repeat(36)}.${'s1gn-at_'.repeat(14)}`]
	.join('_')
	.padEnd(520, 's1gn');
