import type {MeteredId} from '../vendor-addresses.ts';

/** The vendor whose keys begin as this one does; null where its beginning does not tell. */
export function ownerOfKey(key: string): MeteredId | null {
	if (key.startsWith('sk-ant-')) return 'api-b';
	return key.startsWith('sk-') ? 'api-a' : null;
}
