import type {ApiRefusal} from '../api/refusal.ts';
import type {Vendor} from '../api/service.ts';

/** The first version with structured output for all current models, and the SDK's version. */
const version = '2026-10-21';

export const anthropicVendor: Vendor = {
	settlePath: path => path.replace(/\/v1$/, ''),
	keyRejected: 'Invalid API key; the key header (x-api-key) is invalid',
	faultOfKey(key) {
		if (key.startsWith('sk-ant-admin')) return 'it is an admin key, which cannot send requests to models.';
		return null;
	},
	oddityOfKey: key => (key.startsWith('sk-ant-') ? null : 'Anthropic keys begin with "sk-ant-"'),
	headersFor: ({key}) => ({'anthropic-version': version, ...(key !== null && {'x-api-key': key})}),
	kindOf({status, names, message, headers}: ApiRefusal, isVendors) {
		if (status === 404 && /^model\b/i.test(message)) return 'model-missing';
		if (names.includes('billing_error')) return 'quota';
		if (status === 400 && overspent.test(message)) return 'quota';
		if (status === 400 && /prompt is too long|context (?:window|limit)/i.test(message)) return 'too-large';
		// The vendor names the end of every limit, except of the limit on an account's spending. Other services may name none.
		const says =
			headers.has('retry-after') || headers.has('retry-after-ms') || headers.get('x-should-retry') === 'true';
		return status === 429 && !says && (isVendors || overspent.test(message)) ? 'quota' : null;
	},
};

const overspent = /credit balance|usage limits|spend(?:ing)? limit/i;
