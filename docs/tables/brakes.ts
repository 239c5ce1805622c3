import {brakes} from '../../source/resolve/brakes/table.ts';
import {withSection} from './section.ts';

/** A page with the table of the brakes of `watch`, in the order in which they are asked. */
export function withBrakes(page: string): string {
	const rows = brakes.map(({name, rule, effect}) => `| \`${name}\` | ${rule} | ${effect} |`);
	return withSection(page, 'brakes', ['| brake | when | effect |', '| --- | --- | --- |', ...rows].join('\n'));
}
