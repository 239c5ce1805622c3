import type {Section} from '../../review/markdown.ts';
import type {Fold, Line} from './line.ts';

/** Which folded parts are shown: all or those that are open at first, except those that the user opened or closed. */
export type Folds = {areOpen: boolean; switched: ReadonlySet<Section>};

export const untouchedFolds: Folds = {areOpen: false, switched: new Set()};

export const isUnfolded = ({areOpen, switched}: Folds, section: Section, isOpenAtFirst: boolean): boolean =>
	(areOpen || isOpenAtFirst) !== switched.has(section);

export const switchFold = ({areOpen, switched}: Folds, section: Section): Folds => {
	const others = new Set(switched);
	if (!others.delete(section)) others.add(section);
	return {areOpen, switched: others};
};

/** A fold, and the line (0-based) of its summary. */
export type FoldLine = Fold & {at: number};

export const foldsIn = (lines: readonly Line[]): FoldLine[] =>
	lines.flatMap((spans, at) => spans.flatMap(({fold}) => (fold ? {...fold, at} : [])));
