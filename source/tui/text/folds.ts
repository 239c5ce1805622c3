import type {Section} from '../../review/markdown.ts';
import type {Fold, Line} from './line.ts';

/** Which folded parts are shown: all or those that are open at first, unless the user opened or closed one. */
export type Folds = {areOpen: boolean; chosen: ReadonlyMap<Section, boolean>};

export const untouchedFolds: Folds = {areOpen: false, chosen: new Map()};

export function foldOf({areOpen, chosen}: Folds, section: Section, isOpenAtFirst: boolean): Fold {
	const isUsuallyOpen = areOpen || isOpenAtFirst;
	return {section, isUsuallyOpen, isOpen: chosen.get(section) ?? isUsuallyOpen};
}

/** Opens a closed fold, closes an open one. */
export function switchFold(folds: Folds, {section, isOpen, isUsuallyOpen}: Fold): Folds {
	const chosen = new Map(folds.chosen);
	if (isOpen === isUsuallyOpen) chosen.set(section, !isOpen);
	else chosen.delete(section);
	return {...folds, chosen};
}

/** A fold, and the line (0-based) of its summary. */
export type FoldLine = Fold & {at: number};

export function foldsIn(lines: readonly Line[]): FoldLine[] {
	const found: FoldLine[] = [];
	for (let at = 0; at < lines.length; at++) {
		for (const {fold} of lines[at]!) if (fold) found.push({...fold, at});
	}
	return found;
}
