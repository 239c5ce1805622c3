import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {ensureFolder} from '../../system/ensure-folder.ts';
import {parseJson} from '../../system/json.ts';
import {replaceFile} from '../../system/replace-file.ts';
import {hasFields, isText} from '../../system/shape.ts';

/** Which ledger this machine has seen last on each store, so that a store that lost its data is noticed. */
export type KnownLedgers = {
	/** The epoch of the ledger; null if none is known. @param store its name */
	recall: (store: string) => Promise<string | null>;
	remember: (store: string, epoch: string) => Promise<void>;
};

const isKnownLedger = hasFields<{store: string; epoch: string}>({store: isText, epoch: isText});

/** @param folder null where nothing can be kept */
export function knownLedgers(folder: string | null): KnownLedgers {
	const pathOf = (store: string) =>
		folder && join(folder, `store-${createHash('sha256').update(store).digest('hex').slice(0, 16)}.json`);
	return {
		async recall(store) {
			const path = pathOf(store);
			const text = path && (await readFile(path, 'utf8').catch(() => null));
			const known = text ? parseJson(text) : null;
			return isKnownLedger(known) ? known.epoch : null;
		},
		async remember(store, epoch) {
			const path = pathOf(store);
			if (folder === null || path === null) return;
			await ensureFolder(folder);
			await replaceFile(path, JSON.stringify({store, epoch}));
		},
	};
}
