import {costBasis, costParts, formatCost, providerTable, usualVolume} from '../../source/run/setup/choices.ts';
import {withSection} from './section.ts';

/** A page with the prices of the paid providers' models. */
export function withPrices(page: string): string {
	const head = ['provider', 'model', ...costParts.flatMap(({title}) => [`$ ${title}: today`, 'typical'])];
	const rows = providerTable()
		.filter(({cost}) => cost === 'pay per use')
		.flatMap(({alias, tiers}) =>
			tiers.map(({name, model, effort, today, typical}, index) => {
				const usual = index === 0 ? ', default' : '';
				const figures = costParts.flatMap(part => [formatCost(today, part), formatCost(typical, part)]);
				return [`\`${alias}\``, `\`${name}\` (${model}, effort ${effort}${usual})`, ...figures];
			}),
		);
	const {pullRequests, commentsEach} = usualVolume;
	const note = [
		`"today": ${costBasis}. "typical": a rough average for the same model. "?": mostly reasoning tokens, unknown in advance.`,
		`A month is ${pullRequests} pull requests with ${commentsEach} comments each. \`ollama\` and the subscription clients have no cost per use.`,
	];
	const table = [head, head.map((_, column) => (column < 2 ? '---' : '---:')), ...rows].map(
		row => `| ${row.join(' | ')} |`,
	);
	const which = 'You pay the price of today. The typical one is only for comparison.';
	return withSection(page, 'prices', `${which}\n\n${table.join('\n')}\n\n${note.join('\n')}`);
}
