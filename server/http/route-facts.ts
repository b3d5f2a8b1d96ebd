import type { Limiter } from './rate-limit.ts'

/** Limits and caching of a route. docs/reference/wire.md lists them, and tests/wire/every-route.test.ts checks them. */
export type RouteFacts = { limiters?: readonly Limiter[]; bodyBytes?: number; cache?: string }

const told = new WeakMap<object, RouteFacts>()

export function withFacts<T extends object>(handler: T, facts: RouteFacts): T {
	told.set(handler, facts)
	return handler
}

export const getRouteFacts = (handler: object): RouteFacts => told.get(handler) ?? {}
