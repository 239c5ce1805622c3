import {Box} from 'ink';
import {TitledRule} from '../components/pane.tsx';
import {Rows} from '../components/row.tsx';
import {recommendationOf} from './recommendation.ts';
import type {BenchState} from './state.ts';

/** Which provider is best for each use, once that is known. */
export function RecommendationPane({state}: {state: BenchState}) {
	const {columns} = state.size;
	const {lines, hasTitle} = recommendationOf(state);
	return (
		<>
			{hasTitle && <TitledRule title="recommendation by use" isFocused={false} width={columns} />}
			<Box paddingLeft={1}>
				<Rows lines={lines} width={columns - 1} height={lines.length} />
			</Box>
		</>
	);
}
