/** A member of a section in a settings file. */
type Member = {name: string; value: unknown; origin: string};

export const isMember = (raw: unknown): raw is Member => typeof raw === 'object' && raw !== null && 'origin' in raw;
