/** Where the sellers of metered models listen, without a slash at the end; their list prices hold there. */
export const vendorAddresses = {
	'api-a': 'https://api.openai.com/v1',
	'api-b': 'https://api.anthropic.com',
} as const;
