import type {Way} from '../../failure.ts';
import type {ProviderCheck} from './provider.ts';
import type {ModelTrouble} from './trouble.ts';

export const ok = (name: string, detail: string): ProviderCheck => ({
	name,
	status: 'ok',
	detail,
	remedy: '',
	trouble: null,
});

/** It can be used in spite of it. */
export const warning = (name: string, detail: string, remedy = '', ways: readonly Way[] = []): ProviderCheck => ({
	name,
	status: 'warning',
	detail,
	remedy,
	ways,
	trouble: null,
});

export const failed = (name: string, {message, remedy, ways, kind}: ModelTrouble): ProviderCheck => ({
	name,
	status: 'failed',
	detail: message,
	remedy,
	ways,
	trouble: kind,
});
