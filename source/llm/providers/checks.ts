import type {ProviderCheck} from './provider.ts';
import type {ModelTrouble} from './trouble.ts';

export const ok = (name: string, detail: string): ProviderCheck => ({
	name,
	status: 'ok',
	detail,
	remedy: '',
	trouble: null,
});

/** It will do all the same. */
export const warning = (name: string, detail: string, remedy = ''): ProviderCheck => ({
	name,
	status: 'warning',
	detail,
	remedy,
	trouble: null,
});

export const failed = (name: string, {message, remedy, kind}: ModelTrouble): ProviderCheck => ({
	name,
	status: 'failed',
	detail: message,
	remedy,
	trouble: kind,
});
