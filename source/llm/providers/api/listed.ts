/** A model as a service lists it. */
export type ListedModel = {
	id: string;
	state: 'active' | 'deprecated' | 'retired';
	/** Day on which it is switched off, as the service writes it; null if none is announced. */
	endsAt: string | null;
};
