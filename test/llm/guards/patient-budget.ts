import {type Budget, type BudgetOptions, createBudget} from '../../../source/llm/guards/budget.ts';
import {onceItCan} from '../../../source/llm/guards/turn.ts';

/** A budget whose reservations wait for what does not fit yet, as attempts do. */
export function createPatientBudget(options: BudgetOptions) {
	const budget = createBudget(options);
	return {
		admit: budget.admit,
		close: budget.close,
		get state(): Budget['state'] {
			return budget.state;
		},
		reserve: (usd: number, signal: AbortSignal) => onceItCan(() => budget.reserve(usd), signal),
	};
}
