import type {Location} from '../code-host/port.ts';
import {parseObject, textAt} from '../system/json.ts';
import type {Client} from './client.ts';
import {mayWriteAs} from './vocabulary.ts';

/**
 * Whether a user may write to the repository. A look-up that is refused or fails counts as no.
 * Source: docs.github.com, "Get repository permissions for a user": `permission` maps maintain to write, and triage to read. A custom role has
 * the name that its organization gave it, and `permission` has its base.
 */
export async function hasWriteAccess(client: Client, {owner, name}: Location, login: string): Promise<boolean> {
	const path = ['repos', owner, name, 'collaborators', login, 'permission'].map(encodeURIComponent).join('/');
	try {
		const {status, body} = await client.get(`/${path}`);
		const answer = parseObject(body);
		return status === 200 && [textAt(answer, 'role_name'), textAt(answer, 'permission')].some(mayWriteAs);
	} catch {
		return false;
	}
}
