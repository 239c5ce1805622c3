import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {settingsPath} from './wizard.ts';
import type {WorkTree} from './work-tree.ts';

/** Writes the settings file of the person whose home the work tree has. */
export function userSettings(tree: WorkTree, content: string | object): WorkTree {
	mkdirSync(dirname(settingsPath(tree)), {recursive: true});
	writeFileSync(settingsPath(tree), typeof content === 'string' ? content : JSON.stringify(content));
	return tree;
}
