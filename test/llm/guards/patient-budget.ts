import {type Budget, type BudgetOptions, createBudget} from '../../../source/llm/guards/budget.ts';
import {inTurn} from '../../../source/llm/guards/turn.ts';
import {requestOf} from './model.ts';

/** A budget whose reservations wait for what does not fit yet, as attempts do. */
export function createPatientBudget(options: BudgetOptions) {
	const budget = createBudget(options);
	return {
		admit: budget.admit,
		close: budget.close,
		get state(): Budget['state'] {
			return budget.state;
		},
		reserve: (usd: number, signal: AbortSignal) => inTurn(() => budget.reserve(usd))(requestOf(''), signal),
	};
}
