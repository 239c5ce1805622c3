import * as z from 'zod/mini';
import {isObject} from './json.ts';

/**
 * Checks what this program wrote itself, earlier or in another process. The commands that read such files are done
 * before a schema library would be loaded.
 */
export type Shape<T> = (value: unknown) => value is T;

/** For content that only its user can check. */
export const isAnything: Shape<unknown> = (_): _ is unknown => true;
export const isText: Shape<string> = value => typeof value === 'string';
export const isBoolean: Shape<boolean> = value => typeof value === 'boolean';
export const isCount: Shape<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

export const isOneOf =
	<const T>(...values: readonly T[]): Shape<T> =>
	(value): value is T =>
		values.some(one => one === value);

export const isEither =
	<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> =>
	(value): value is A | B =>
		one(value) || other(value);

export const orNull = <T>(shape: Shape<T>) => isEither(isOneOf(null), shape);

export const isListOf =
	<T>(isItem: Shape<T>): Shape<T[]> =>
	(value): value is T[] =>
		Array.isArray(value) && value.every(isItem);

/** An object with all of these fields; others are allowed. */
export const hasFields =
	<T extends object>(fields: {[Name in keyof T]-?: Shape<T[Name]>}): Shape<T> =>
	(value): value is T =>
		isObject(value) && Object.entries<Shape<unknown>>(fields).every(([name, isRight]) => isRight(value[name]));

/** A number that counts something. */
export const countShape = z.int().check(z.nonnegative());

/** The value stays as it is, with the fields that the shape does not name. */
export const hasShape = <T>(value: unknown, shape: z.ZodMiniType<T>): value is T => shape.safeParse(value).success;

/** The value, as what it is; null for anything else. */
export const ifShaped =
	<T>(shape: z.ZodMiniType<T>) =>
	(value: unknown): T | null =>
		hasShape(value, shape) ? value : null;
