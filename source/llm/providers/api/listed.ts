import type {NotedModel} from '../spec.ts';

/** A model as a service lists it. */
export type ListedModel = {
	id: string;
	state: 'active' | 'deprecated' | 'retired';
	/** Day on which it is switched off, as the service writes it; null where none is announced. */
	endsAt: string | null;
};

/** Those that still answer, to choose from. */
export const noted = (models: readonly ListedModel[]): NotedModel[] =>
	models
		.filter(({state}) => state !== 'retired')
		.map(({id, endsAt}) => ({name: id, note: endsAt === null ? '' : `switched off on ${endsAt}`}));
