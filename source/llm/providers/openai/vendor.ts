import type {ApiRefusal} from '../api/refusal.ts';
import type {Vendor} from '../api/service.ts';

const missingModel = ['model_not_found', 'DeploymentNotFound'];
const noQuota = ['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'];
const tooLong = ['context_length_exceeded', 'string_above_max_length'];

export const openaiVendor: Vendor = {
	settlePath: path => path || '/v1',
	keyRejected: 'Incorrect or invalid API key',
	faultOfKey(key, isVendors) {
		if (!isVendors) return null;
		if (key.startsWith('sk-admin-')) return 'it is an admin key, which cannot send requests to models.';
		if (!key.startsWith('sk-')) return 'OpenAI keys begin with "sk-".';
		if (!/^[\w-]+$/.test(key)) return 'it contains characters that OpenAI keys do not have.';
		return key.length < 19 ? `it looks incomplete (${key.length} characters).` : null;
	},
	headersFor({url, key}): Record<string, string> {
		if (key === null) return {};
		return azure.test(url.hostname) ? {'api-key': key} : {authorization: `Bearer ${key}`};
	},
	kindOf({status, names, message}: ApiRefusal) {
		const isAny = (list: readonly string[]) => names.some(name => list.includes(name));
		if (isAny(missingModel)) return 'model-missing';
		if (status === 404 && /\bmodel\b/i.test(message)) return 'model-missing';
		if (isAny(noQuota)) return 'quota';
		if (isAny(tooLong) || (status === 400 && /context (?:length|window|size)/i.test(message))) return 'too-large';
		return null;
	},
};

/** Azure has the vendor's models with the vendor's rules. */
export const azure = /\.openai\.azure\.com$/;
