import type { z } from 'zod'

import type { ConfigProblem } from './variable.ts'

type Shape = z.ZodRawShape

/** Environment variables of a plugin (server/plugins) and how to parse them. */
export type PluginSettings<S extends Shape = Shape, Value = unknown> = {
	variables: S
	findProblem?(values: z.output<z.ZodObject<S>> & { NODE_ENV: string }): ConfigProblem | null
	/** @param authUrl public URL of `/auth/v1` */
	read(values: z.output<z.ZodObject<S>>, authUrl: string): Value
}

export const defineSettings = <S extends Shape, Value>(settings: PluginSettings<S, Value>) => settings

/** Settings of all plugins. A plugin reads its own with `ctx.config.plugins.of(walletSettings)`, for example. */
export class PluginConfig {
	readonly #values: ReadonlyMap<unknown, unknown>

	constructor(values: readonly (readonly [settings: PluginSettings, value: unknown])[]) {
		this.#values = new Map<unknown, unknown>(values)
	}

	/** @throws Error if the plugin isn't mounted */
	of<S extends Shape, Value>(settings: PluginSettings<S, Value>): Value {
		if (!this.#values.has(settings)) throw new Error('process/plugins.ts does not mount this plugin')
		return this.#values.get(settings) as Value
	}
}
