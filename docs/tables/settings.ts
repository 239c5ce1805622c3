import type {Setting} from '../../source/settings/setting.ts';
import {table} from '../../source/settings/table.ts';
import {withSection} from './section.ts';

const projects: Record<Setting['project'], string> = {
	allowed: 'yes',
	lower: 'lower only',
	higher: 'higher only',
	forbidden: 'no',
	'user-only': 'no; user settings only',
};

/** A page with its table of settings. */
export function withSettings(page: string): string {
	const rows = (Object.values(table) as Setting[]).map(setting => {
		const {key, variable, flag, help, project} = setting;
		return `| ${[code(key), code(variable), code(flag), `${help}: ${valuesOf(setting)}`, projects[project]].join(' | ')} |`;
	});
	const head = [
		"| key | environment | flag | description: values, the default first | in the project's file |",
		'| --- | --- | --- | --- | --- |',
	];
	return withSection(page, 'settings', [...head, ...rows].join('\n'));
}

const code = (word: string | null) => (word === null ? '' : `\`${word}\``);

function valuesOf({kind, default: usual}: Setting): string {
	const first = usual === null ? '' : kind.show(usual);
	const shown = first === '' ? [] : [code(first)];
	if (kind.choices.length === 0) return [...shown, kind.accepted].join(', ');
	const others = kind.accepted.split(', ').filter(choice => choice !== first);
	return [...shown, ...others.map(code)].join(', ');
}
