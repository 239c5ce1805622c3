import * as z from 'zod/mini';

/** A number that counts something. */
export const countShape = z.int().check(z.nonnegative());

/** Whether a value has a shape. It stays as it is, with the fields that the shape does not name. */
export const hasShape = <T>(value: unknown, shape: z.ZodMiniType<T>): value is T => shape.safeParse(value).success;

/** The value, as what it is; null for anything else. */
export const ifShaped =
	<T>(shape: z.ZodMiniType<T>) =>
	(value: unknown): T | null =>
		hasShape(value, shape) ? value : null;
