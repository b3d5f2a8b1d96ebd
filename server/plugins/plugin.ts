import type { Hono } from 'hono'
import type { ZodObject, ZodType } from 'zod'

import type { PluginSettings } from '#server/config/plugin-settings.ts'
import type { AuthPlugin } from '#server/http/auth-v1/router.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import type { Deps, PluginServices } from '#server/services/context.ts'

/** Plugin. Its folder may import the rest of the server, but only `process/plugins.ts` imports the folder. */
export type Plugin = PluginServices &
	AuthPlugin & {
		settings?: PluginSettings
		/** Called before the first request, except in a process that takes over from a running one. An error aborts the start. */
		beforeServing?: (deps: Deps) => Promise<void>
		/** Mounts routes outside `/auth/v1`. */
		mount?: (app: Hono<HttpEnv>) => void
		/** Schemas of the plugin's `/api` request bodies by endpoint, for the OpenAPI description. */
		bodies?: Readonly<Record<string, ZodType>>
		queries?: Readonly<Record<string, ZodObject>>
	}
