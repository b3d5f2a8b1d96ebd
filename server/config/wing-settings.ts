import type { z } from 'zod'

import type { Problem } from './variable.ts'

type Shape = z.ZodRawShape

/** The variables of an optional wing (server/wings) and what it makes of them. */
export type WingSettings<S extends Shape = Shape, Value = unknown> = {
	variables: S
	/** What keeps the wing from working. */
	findProblem?(values: z.output<z.ZodObject<S>> & { NODE_ENV: string }): Problem | null
	/** @param authUrl public address of `/auth/v1` */
	read(values: z.output<z.ZodObject<S>>, authUrl: string): Value
}

export const defineSettings = <S extends Shape, Value>(settings: WingSettings<S, Value>) => settings

/** What the mounted wings have read, found by their settings: `ctx.config.wings.of(walletSettings)`. */
export class WingConfig {
	readonly #values: ReadonlyMap<unknown, unknown>

	constructor(values: readonly (readonly [settings: WingSettings, value: unknown])[]) {
		this.#values = new Map<unknown, unknown>(values)
	}

	/** @throws Error for a wing that is not mounted */
	of<S extends Shape, Value>(settings: WingSettings<S, Value>): Value {
		if (!this.#values.has(settings)) throw new Error('process/wings.ts does not mount this wing')
		return this.#values.get(settings) as Value
	}
}
