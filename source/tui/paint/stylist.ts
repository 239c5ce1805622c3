import type {Line} from '../text/line.ts';
import type {Looks} from '../theme.ts';
import {barePen, penChange, pensFor} from './pen.ts';

/** Lines with escape codes, for what is not drawn in cells. Each begins and ends without style. */
export function stylist(looks: Looks): (spans: Line) => string {
	const penOf = pensFor(looks, true);
	return spans => {
		let [styled, before] = ['', barePen];
		for (const span of spans) {
			const pen = penOf(span);
			styled += penChange(before, pen) + span.text;
			before = pen;
		}
		return styled + penChange(before, barePen);
	};
}
