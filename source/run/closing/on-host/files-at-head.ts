import {contentRefusal, largestFile} from '../../../worktree/file.ts';
import {hashOf} from '../../../worktree/images.ts';
import type {Inspected} from '../../../worktree/inspect.ts';
import {stateOfContent} from '../../../worktree/inspect.ts';
import {openObjects} from '../../../worktree/objects.ts';
import {refuse} from '../../../worktree/refusal.ts';
import {gitOf} from '../../../worktree/repository.ts';
import type {Context} from '../../context.ts';
import type {FilesNow} from '../../undo/restoration.ts';
import type {HostRepository} from '../follow-head.ts';

/** The files of a run as the head of its pull request has them. */
export function filesAtHead(repository: HostRepository, context: Context): FilesNow {
	const bytesOf = async (path: string) => {
		const objects = openObjects(gitOf(repository, {...context, offline: true}), largestFile);
		try {
			const found = await objects.read(`${repository.head}:${path}`);
			return found?.type === 'blob' ? found.bytes : null;
		} finally {
			objects.close();
		}
	};
	return {
		inspect: async ({files}) => {
			const found: Inspected[] = [];
			for (const file of files) {
				const bytes = await bytesOf(file.path);
				const hash = bytes && hashOf(bytes);
				found.push({file, hash, state: hash === null ? 'missing' : stateOfContent(hash, file)});
			}
			return found;
		},
		read: async path => {
			const bytes = await bytesOf(path);
			if (bytes === null) return refuse('missing');
			return contentRefusal(bytes) ?? {kind: 'text', bytes};
		},
	};
}
