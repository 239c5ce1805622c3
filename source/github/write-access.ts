import type {Location} from '../code-host/port.ts';
import {parseObject, textAt} from '../system/json.ts';
import type {Client} from './client.ts';

/** Roles that include write access. Custom roles are named by their organization, and `permission` has their base. */
const writingRoles = ['admin', 'maintain', 'write'];

/**
 * Whether a user may write to the repository. A look-up that is refused or fails counts as no.
 * Source: docs.github.com, "Get repository permissions for a user": `permission` maps maintain to write, and triage to read.
 */
export async function hasWriteAccess(client: Client, {owner, name}: Location, login: string): Promise<boolean> {
	const path = ['repos', owner, name, 'collaborators', login, 'permission'].map(encodeURIComponent).join('/');
	try {
		const {status, body} = await client.get(`/${path}`);
		const answer = parseObject(body);
		return status === 200 && [textAt(answer, 'role_name'), textAt(answer, 'permission')].some(isWriting);
	} catch {
		return false;
	}
}

const isWriting = (role: string) => writingRoles.includes(role);
